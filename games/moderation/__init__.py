"""Who runs the service and what he may do about games and people: one frame for every act."""
