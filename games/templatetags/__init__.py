"""Tags and filters for the service's templates."""
