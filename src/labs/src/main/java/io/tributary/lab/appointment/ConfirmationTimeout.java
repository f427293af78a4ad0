package io.tributary.lab.appointment;

import java.time.Duration;

/**
 * Timeouts for a provider that confirms asynchronously.
 *
 * @param syncTimeout timeout of the call; an appointment confirmed within it is never shown as
 *     pending
 * @param totalTimeout time after which an unconfirmed appointment is canceled
 */
record ConfirmationTimeout(Duration syncTimeout, Duration totalTimeout) {}
