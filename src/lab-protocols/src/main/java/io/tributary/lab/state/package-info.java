/**
 * State machine of laboratory orders: one transition table per modality, derived statuses, allowed
 * actions and announced moves.
 *
 * <p>Pure values and functions. Owns no table, address or event.
 *
 * <p>Start with {@link io.tributary.lab.state.Transitions}, then {@link
 * io.tributary.lab.state.Modality}.
 */
package io.tributary.lab.state;
