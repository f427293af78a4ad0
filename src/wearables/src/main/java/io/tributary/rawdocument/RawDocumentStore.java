package io.tributary.rawdocument;

import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Stores provider documents in the transaction of their records. There is one row per source
 * record; the latest version replaces the previous one, and an identical one changes nothing.
 * Thread-safe.
 */
public final class RawDocumentStore {
  private static final int CHUNK = 100;

  /**
   * Demo data is never stored. Otherwise a team stores documents while its feature flag is on, and
   * a broker receives them while its pipeline is configured to.
   */
  private static final String WANTED =
      """
      select e.provider_raw_data as kept,
             exists (select 1 from streaming_destination p join webhook_endpoint w
                         on w.team_id = p.team_id and w.environment = p.environment
                        and w.kind <> 'webhook' and w.deleted_at is null and not w.disabled
                      where p.team_id = e.team_id and p.environment = e.environment
                        and p.provider_raw_data) as streamed
        from team_environment e
       where e.team_id = $1 and e.environment = $2
         and not exists (select 1 from connection c
                          where c.user_id = $3 and c.provider = $4 and c.demo)
      """;

  private static final String KNOWN =
      """
      select r.kind, r.key, r.content_hmac, r.account_context
        from raw_document r join unnest($3::text[], $4::text[]) as u(kind, key)
          on r.user_id = $1 and r.provider = $2 and r.kind = u.kind and r.key = u.key
      """;

  private static final String UPSERT =
      """
      insert into raw_document as r
        (id, user_id, provider, kind, key, listed_in, resources, summary_keys, day, at, span_from, span_to,
         device_id, data_origin_id, account_context, content_hmac, body)
      select u.id, $1, $2, u.kind, u.key, string_to_array(u.listed_in, ' '),
             string_to_array(u.resources, ' '), string_to_array(u.summary_keys, E'\\x1f'), u.day, u.at,
             u.span_from, u.span_to,
             (select case when count(*) = 1 then min(d.id::text)::uuid end
                from device d where d.user_id = $1 and d.provider = $2),
             $3, $4, u.content_hmac, u.body
        from unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                    $11::date[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[],
                    $15::bytea[], $16::bytea[])
          as u(id, kind, key, listed_in, resources, summary_keys, day, at, span_from, span_to, content_hmac, body)
      on conflict (user_id, provider, kind, key) do update
        set listed_in = excluded.listed_in, resources = excluded.resources, summary_keys = excluded.summary_keys,
            day = excluded.day, at = excluded.at, span_from = excluded.span_from,
            span_to = excluded.span_to, device_id = excluded.device_id,
            data_origin_id = excluded.data_origin_id, account_context = excluded.account_context, content_hmac = excluded.content_hmac,
            body = excluded.body,
            updated_at = case when r.content_hmac = excluded.content_hmac then r.updated_at else now() end
      """;

  private static final String COVER =
      """
      insert into raw_coverage as c (user_id, provider, feed, days)
      values ($1, $2, $3, datemultirange(daterange($4, $5, '[]')))
      on conflict (user_id, provider, feed) do update set days = c.days + excluded.days
      """;

  private final EncryptedDocument encryption;
  private final Ingest ingest;
  private final Outbox outbox;

  /**
   * @param ingest provides origin IDs
   */
  public RawDocumentStore(Encryption secrets, Ingest ingest, Outbox outbox) {
    this.encryption = new EncryptedDocument(secrets);
    this.ingest = ingest;
    this.outbox = outbox;
  }

  /**
   * Result of reading a feed.
   *
   * @param facts account data known at that time
   * @param documents evaluated only if documents are stored or streamed
   * @param completeDays days that are now read completely, including their neighbors; null while
   *     more pages follow
   */
  public record FeedReading(
      String feed,
      AccountContext facts,
      Supplier<List<RawDocument>> documents,
      DayRange completeDays) {}

  /** Range of days, both inclusive. */
  public record DayRange(LocalDate first, LocalDate last) {}

  /**
   * Stores the documents if the team wants them, except those clearly outside the user's bounds,
   * and sends new or changed ones to the team's brokers. Without storage changes cannot be
   * detected, so brokers receive all documents. The caller must hold the lock on the user's row.
   *
   * @return number of new or changed documents, of those that are stored
   */
  public int store(Tx tx, IngestTarget target, FeedReading reading) {
    Optional<Row> wanted =
        tx.first(
            WANTED,
            target.tenant().team(),
            target.tenant().environment().wire(),
            target.userId(),
            target.provider());
    boolean kept = wanted.isPresent() && wanted.get().getBoolean("kept");
    boolean streamed = wanted.isPresent() && wanted.get().getBoolean("streamed");
    if (!kept && !streamed) {
      return 0;
    }
    Map<String, RawDocument> latest = new TreeMap<>();
    for (RawDocument d : reading.documents().get()) {
      if (d.day().isEmpty() || isNearBounds(target, d.day().get())) {
        latest.put(d.kind() + '\0' + d.key(), d);
      }
    }
    List<RawDocument> all = List.copyOf(latest.values());
    int changed = 0;
    for (int from = 0; from < all.size(); from += CHUNK) {
      List<RawDocument> part = all.subList(from, Math.min(all.size(), from + CHUNK));
      if (kept) {
        changed += storeChunk(tx, target, reading.facts(), part, streamed);
      } else {
        streamOnly(tx, target, part);
      }
    }
    if (kept && reading.completeDays() != null) {
      tx.update(
          COVER,
          target.userId(),
          target.provider(),
          reading.feed(),
          reading.completeDays().first(),
          reading.completeDays().last());
    }
    return changed;
  }

  /** Accepts days next to a bound too, because they may complete records of a day inside. */
  private static boolean isNearBounds(IngestTarget target, LocalDate day) {
    return target.accepts(day)
        || target.accepts(day.minusDays(1))
        || target.accepts(day.plusDays(1));
  }

  private record ChangedDocument(RawDocument document, byte[] json, String context, byte[] mark) {}

  private void streamOnly(Tx tx, IngestTarget target, List<RawDocument> documents) {
    outbox.add(
        tx,
        documents.stream().map(d -> RawEvents.of(target, d, Json.bytes(d.body()).length)).toList());
  }

  private int storeChunk(
      Tx tx,
      IngestTarget target,
      AccountContext facts,
      List<RawDocument> documents,
      boolean streamed) {
    Map<String, Row> known = findExisting(tx, target, documents);
    String factsText = facts.toJsonText();
    List<ChangedDocument> changed = new ArrayList<>();
    List<Event> news = new ArrayList<>();
    for (RawDocument d : documents) {
      byte[] json = Json.bytes(d.body());
      String place =
          EncryptedDocument.context(target.userId(), target.provider(), d.kind(), key(d));
      byte[] mark = encryption.mark(json, place);
      Row row = known.get(d.kind() + '\0' + key(d));
      boolean other = row == null || !Arrays.equals(RowMapping.bytes(row, "content_hmac"), mark);
      if (other || !row.getString("account_context").equals(factsText)) {
        changed.add(new ChangedDocument(d, json, place, mark));
      }
      if (other && streamed) {
        news.add(RawEvents.of(target, d, json.length));
      }
    }
    outbox.add(tx, news);
    if (!changed.isEmpty()) {
      upsert(tx, target, factsText, changed);
    }
    return changed.size();
  }

  private Map<String, Row> findExisting(Tx tx, IngestTarget target, List<RawDocument> documents) {
    Map<String, Row> out = new HashMap<>();
    for (Row row :
        tx.query(
            KNOWN,
            target.userId(),
            target.provider(),
            documents.stream().map(RawDocument::kind).toArray(String[]::new),
            documents.stream().map(RawDocumentStore::key).toArray(String[]::new))) {
      out.put(row.getString("kind") + '\0' + row.getString("key"), row);
    }
    return out;
  }

  private void upsert(Tx tx, IngestTarget target, String facts, List<ChangedDocument> packed) {
    tx.update(
        UPSERT,
        target.userId(),
        target.provider(),
        ingest.originId(tx, target),
        facts,
        packed.stream().map(p -> Ids.uuid()).toArray(UUID[]::new),
        packed.stream().map(p -> p.document().kind()).toArray(String[]::new),
        packed.stream().map(p -> key(p.document())).toArray(String[]::new),
        packed.stream().map(p -> spaceSeparated(p.document().shown())).toArray(String[]::new),
        packed.stream().map(p -> resources(p.document())).toArray(String[]::new),
        packed.stream().map(p -> records(p.document())).toArray(String[]::new),
        packed.stream().map(p -> p.document().day().orElse(null)).toArray(LocalDate[]::new),
        packed.stream().map(p -> p.document().at().orElse(null)).toArray(Instant[]::new),
        packed.stream()
            .map(p -> p.document().span().map(RawDocument.Span::from).orElse(null))
            .toArray(Instant[]::new),
        packed.stream()
            .map(p -> p.document().span().map(RawDocument.Span::to).orElse(null))
            .toArray(Instant[]::new),
        packed.stream().map(ChangedDocument::mark).toArray(byte[][]::new),
        packed.stream().map(p -> encryption.seal(p.json(), p.context())).toArray(byte[][]::new));
  }

  /** Removes NUL characters, which PostgreSQL text cannot contain. */
  private static String key(RawDocument d) {
    return d.key().replace("\0", "");
  }

  private static String spaceSeparated(Iterable<String> names) {
    List<String> out = new ArrayList<>();
    names.forEach(out::add);
    out.sort(Comparator.naturalOrder());
    return String.join(" ", out);
  }

  private static String resources(RawDocument d) {
    return spaceSeparated(d.resources().stream().map(Resource::wire).toList());
  }

  private static String records(RawDocument d) {
    return d.records().entrySet().stream()
        .map(e -> recordReference(e.getKey(), e.getValue()))
        .sorted()
        .collect(Collectors.joining("\u001f"));
  }

  /** Returns the reference with which a document names the summary whose record it is. */
  static String recordReference(Resource resource, String providerKey) {
    return resource.wire() + " " + providerKey.replace("\0", "").replace('\u001f', ' ');
  }
}
