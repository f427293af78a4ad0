package io.tributary.lab.appointment;

import java.time.Duration;

/**
 * Timeouts for a provider that confirms asynchronously.
 *
 * @param call timeout of the call; an appointment confirmed within it is never shown as pending
 * @param whole time after which an unconfirmed appointment is canceled
 */
record ConfirmationTimeout(Duration call, Duration whole) {}
