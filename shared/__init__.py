"""Library code of Candor: contracts, data, analyses, models, failure handling and storage. Imports no handler."""
