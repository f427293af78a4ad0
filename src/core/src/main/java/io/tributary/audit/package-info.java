/**
 * Tamper-evident audit trail of reads and changes (ADR 0121).
 *
 * <p>Owns the tables {@code audit_chain}, {@code audit_entry}, {@code audit_anchor} and {@code
 * audit_outbox}. Each start of a node opens a hash chain and one writer appends to it. The head of
 * the chain is sealed with the installation's key, and at intervals stored in {@code audit_anchor}
 * and logged. {@link AuditVerifier} detects altered, missing or inserted rows; {@link
 * AuditRetention} deletes expired ones.
 *
 * <p>Start with {@link AuditVerticle}.
 */
package io.tributary.audit;
