"""Games against bots for who only wants to try: without an address, kept by the browser."""
