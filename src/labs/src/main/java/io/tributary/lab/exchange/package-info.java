/**
 * Traffic with laboratories: orders go out, acknowledgements and results come in, each message is
 * stored before anything is done with it. Owns table lab_message and the states of
 * lab_order_dispatch; queues "lab-out-" and the link's name, "lab-in"; leases "lablink:" and the
 * link's name.
 */
package io.tributary.lab.exchange;
