package io.tributary.lease;

/** Time-limited right to run an actor. Each new lease of the same name has a larger epoch. */
public record Lease(String name, long epoch) {}
