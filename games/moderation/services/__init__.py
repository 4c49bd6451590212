"""The frame of every act: seen, confirmed, done once, told and logged. Here rows are written."""
