/**
 * Message traffic with laboratories: orders and cancellations go out, acknowledgements and results
 * come in. Every message is stored before it is processed.
 *
 * <p>Owns the table {@code lab_message} and the states of {@code lab_order_dispatch}, the queues
 * {@code lab-in} and {@code lab-out-} plus the link's name, and one lease {@code lablink:} plus the
 * link's name per link. {@link io.tributary.lab.exchange.OrderDispatchJob} creates messages, {@link
 * io.tributary.lab.exchange.LabConnectionVerticle} sends them, {@link
 * io.tributary.lab.exchange.LabMessageReceiver} stores incoming ones and {@link
 * io.tributary.lab.exchange.LabMessageJob} processes them.
 *
 * <p>Start with {@link io.tributary.lab.exchange.LabExchange}.
 */
package io.tributary.lab.exchange;
