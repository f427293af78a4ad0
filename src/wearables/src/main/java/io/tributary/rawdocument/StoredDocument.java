package io.tributary.rawdocument;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * A document that is kept.
 *
 * @param record whether a summary has it as its record
 * @param json as the provider sent it, UTF-8
 * @param facts text of {@link io.tributary.provider.AccountContext}
 */
public record StoredDocument(
    UUID id,
    String provider,
    String kind,
    String key,
    Optional<LocalDate> day,
    Optional<Instant> at,
    Optional<UUID> device,
    boolean record,
    String facts,
    Instant createdAt,
    Instant updatedAt,
    byte[] json) {}
