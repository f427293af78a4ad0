/**
 * The audit trail: who changed and who read what, in chains that show whether a row was altered or
 * taken away (ADR 0121). Owns the tables audit_chain, audit_entry, audit_anchor and audit_note.
 */
package io.tributary.audit;
