/**
 * Orders of laboratory tests: how they are placed, where they stand, what became of them. Owns the
 * tables lab_transaction, lab_order*, lab_idempotency, the address order.command and the events
 * labtest.order.*. Rows of lab_order_dispatch are written here and worked off by who talks to the
 * laboratories.
 */
package io.tributary.lab.order;
