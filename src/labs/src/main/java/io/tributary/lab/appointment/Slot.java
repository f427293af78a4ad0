package io.tributary.lab.appointment;

import java.time.Instant;

/** Time span in which a sample can be taken. */
record Slot(Instant start, Instant end) {}
