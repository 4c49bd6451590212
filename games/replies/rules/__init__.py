"""What a mail says: who sent it, what was written above the quotation, what that asks for."""
