package io.tributary.lab.appointment;

import java.time.Instant;

/** A time at which a sample can be taken. */
record Slot(Instant start, Instant end) {}
