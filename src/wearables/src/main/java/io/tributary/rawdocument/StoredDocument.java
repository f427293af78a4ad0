package io.tributary.rawdocument;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * Stored provider document.
 *
 * @param record whether it is the record of a summary
 * @param json as sent by the provider, UTF-8
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
