"""Breaking and measuring the system: the fault matrix, faulty and played models, the second engine, the drill."""
