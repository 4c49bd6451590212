"""What a player does about his account: devices and links, address, data, leaving, passkeys."""
