package io.tributary.rawdocument;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds and decrypts documents. The caller must have checked that the user belongs to the tenant
 * and that the team's feature flag is on.
 */
public final class RawDocumentReader {
  /** Columns of {@code raw_document r} that {@link #read} needs. */
  public static final String COLUMNS =
      "r.id, r.user_id, r.provider, r.kind, r.key, r.day, r.at, r.device_id, r.account_context,"
          + " r.created_at, r.updated_at, r.body, r.summary_keys <> '{}' as record";

  private static final String OF_RECORD =
      "select "
          + COLUMNS
          + """
           from raw_document r
          where r.user_id = $1 and r.provider = $2
            and (r.summary_keys @> array[$3] or r.summary_keys = '{}' and r.resources @> array[$4] and r.day = $5)
          order by r.summary_keys = '{}', r.kind, r.key limit $6
          """;

  private static final String OF_SAMPLE =
      "select "
          + COLUMNS
          + """
           from raw_document r
          where r.user_id = $1 and r.provider = $2 and r.resources @> array[$3]
            and (r.span_from <= $4 and r.span_to >= $4 or r.span_from is null and r.day = $5)
          order by r.kind, r.key limit $6
          """;

  private static final String BETWEEN =
      "select "
          + COLUMNS
          + """
           from raw_document r
          where r.user_id = $1 and r.provider = $2
            and (r.kind = any ($3) and r.day between $4 and $5 or r.kind = any ($6))
          order by r.day, r.kind, r.key
          """;

  private static final String VERSIONS =
      """
      select r.id, r.updated_at
        from raw_document r
       where r.user_id = $1 and r.provider = $2
         and (r.kind = any ($3) and r.day between $4 and $5 or r.kind = any ($6))
      """;

  private static final String COVERED =
      """
      select lower(d) as first, upper(d) - 1 as last
        from raw_coverage c,
             unnest(c.days * datemultirange(daterange($4, $5, '[]'))) as t(d)
       where c.user_id = $1 and c.provider = $2 and ($3 = '' or c.feed = $3)
       order by d desc
      """;

  private final Db db;
  private final EncryptedDocument encryption;

  public RawDocumentReader(Db db, Encryption secrets) {
    this.db = db;
    this.encryption = new EncryptedDocument(secrets);
  }

  /** Decrypts a row that contains {@link #COLUMNS}. */
  public StoredDocument read(Row r) {
    String provider = r.getString("provider");
    String kind = r.getString("kind");
    String key = r.getString("key");
    return new StoredDocument(
        r.getUUID("id"),
        provider,
        kind,
        key,
        Optional.ofNullable(r.getLocalDate("day")),
        Optional.ofNullable(RowMapping.instant(r, "at")),
        Optional.ofNullable(r.getUUID("device_id")),
        r.getBoolean("record"),
        r.getString("account_context"),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"),
        encryption.open(
            RowMapping.bytes(r, "body"),
            EncryptedDocument.context(r.getUUID("user_id"), provider, kind, key)));
  }

  /**
   * Returns the documents of a summary: its record first, then those that complete it on the same
   * day. Blocking, like all methods below.
   *
   * @param day null for none
   */
  public List<StoredDocument> findForSummary(
      UUID user, String provider, Resource resource, String providerKey, LocalDate day, int most) {
    return RowMapping.list(
        db.query(
            OF_RECORD,
            user,
            provider,
            RawDocumentStore.recordReference(resource, providerKey),
            resource.wire(),
            day,
            most),
        this::read);
  }

  /**
   * Returns the documents that may have produced a sample. Their time span contains the instant, or
   * they are of its local day and have no time span.
   */
  public List<StoredDocument> findForSample(
      UUID user, String provider, Resource resource, Instant at, LocalDate day, int most) {
    return RowMapping.list(
        db.query(OF_SAMPLE, user, provider, resource.wire(), at, day, most), this::read);
  }

  /**
   * Returns documents of these kinds and days, both inclusive, and all documents of the kinds in
   * {@code always}.
   */
  public List<StoredDocument> findBetween(
      UUID user,
      String provider,
      Collection<String> kinds,
      LocalDate first,
      LocalDate last,
      Collection<String> always) {
    return RowMapping.list(
        db.query(
            BETWEEN,
            user,
            provider,
            kinds.toArray(String[]::new),
            first,
            last,
            always.toArray(String[]::new)),
        this::read);
  }

  /** Returns whether {@link #findBetween} would still return the same versions. */
  public boolean isUnchanged(
      Tx tx,
      List<StoredDocument> read,
      UUID user,
      String provider,
      Collection<String> kinds,
      LocalDate first,
      LocalDate last,
      Collection<String> always) {
    Map<UUID, Instant> now = new HashMap<>();
    for (Row r :
        tx.query(
            VERSIONS,
            user,
            provider,
            kinds.toArray(String[]::new),
            first,
            last,
            always.toArray(String[]::new))) {
      now.put(r.getUUID("id"), RowMapping.instant(r, "updated_at"));
    }
    Map<UUID, Instant> then = new HashMap<>();
    read.forEach(r -> then.put(r.id(), r.updatedAt()));
    return now.equals(then);
  }

  /**
   * Returns the ranges of days for which every document of a feed is stored, newest first.
   *
   * @param feed empty for any feed
   */
  public List<RawDocumentStore.DayRange> coveredDays(
      UUID user, String provider, String feed, LocalDate first, LocalDate last) {
    return RowMapping.list(
        db.query(COVERED, user, provider, feed, first, last),
        r -> new RawDocumentStore.DayRange(r.getLocalDate("first"), r.getLocalDate("last")));
  }
}
