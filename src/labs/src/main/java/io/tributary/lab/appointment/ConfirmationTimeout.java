package io.tributary.lab.appointment;

import java.time.Duration;

/**
 * How long a caller waits for a provider who confirms later: labs.md §11.3.
 *
 * @param call for the answer of the call; what is confirmed by then was never pending
 * @param whole until the appointment is given up
 */
record ConfirmationTimeout(Duration call, Duration whole) {}
