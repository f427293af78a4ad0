package io.tributary.ingest;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.model.SourcedSummary;
import io.tributary.model.StoredSummary;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Stores summaries, one row per ID, written only if the content differs. */
final class SummaryStore {
  private static final int CHUNK = 200;

  private static final String UPSERT =
      """
      insert into summary as s
        (id, user_id, resource, provider, source_type, app_id, device_id, day, at, content,
         data_origin_id, first_data_origin_id, provider_key)
      select u.id, $1, u.resource, u.provider, u.type, u.app, u.device, u.day, u.at, u.content::jsonb,
             $11, $11, u.key
        from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[],
                    $8::date[], $9::timestamptz[], $10::text[], $12::text[])
          as u(id, resource, provider, type, app, device, day, at, content, key)
      on conflict (id) do update
        set content = excluded.content, day = excluded.day, at = excluded.at,
            device_id = excluded.device_id, data_origin_id = excluded.data_origin_id,
            provider_key = excluded.provider_key, version = s.version + 1,
            updated_at = greatest(now(), s.updated_at + interval '1 microsecond')
        where s.content is distinct from excluded.content
      returning s.id, s.created_at, s.updated_at, (s.xmax = 0) as created
      """;

  /** Summary that was created or updated. */
  record WrittenSummary(StoredSummary summary, boolean created) {}

  private SummaryStore() {}

  /**
   * Writes the summaries that differ, in ID order.
   *
   * @param device device for sources without one; may be null
   * @param origin ID of the batch's origin; may be null
   */
  static List<WrittenSummary> store(
      Tx tx, UUID user, List<SourcedSummary> summaries, UUID device, Integer origin) {
    Map<UUID, SourcedSummary> latest = new HashMap<>();
    summaries.forEach(s -> latest.put(s.id(user), s));
    List<UUID> ids = latest.keySet().stream().sorted(Comparator.comparing(UUID::toString)).toList();
    List<WrittenSummary> out = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += CHUNK) {
      storeChunk(
          tx,
          user,
          latest,
          ids.subList(from, Math.min(ids.size(), from + CHUNK)),
          device,
          origin,
          out);
    }
    return out;
  }

  private static void storeChunk(
      Tx tx,
      UUID user,
      Map<UUID, SourcedSummary> all,
      List<UUID> ids,
      UUID device,
      Integer origin,
      List<WrittenSummary> out) {
    int n = ids.size();
    String[] resources = new String[n];
    String[] providers = new String[n];
    String[] types = new String[n];
    String[] apps = new String[n];
    UUID[] devices = new UUID[n];
    LocalDate[] days = new LocalDate[n];
    Instant[] ats = new Instant[n];
    String[] contents = new String[n];
    String[] keys = new String[n];
    Map<UUID, String> rendered = new HashMap<>();
    for (int i = 0; i < n; i++) {
      SourcedSummary s = all.get(ids.get(i));
      resources[i] = s.summary().resource().wire();
      providers[i] = s.source().provider();
      types[i] = s.source().type().wire();
      apps[i] = s.source().appId();
      devices[i] = s.source().deviceId() == null ? device : s.source().deviceId();
      days[i] = s.summary().filterDate().orElse(null);
      ats[i] = s.summary().filterAt().orElse(null);
      contents[i] = PgText.stripNulFromJson(s.content(user));
      keys[i] = PgText.stripNul(s.summary().providerKey());
      rendered.put(ids.get(i), contents[i]);
    }
    for (Row row :
        tx.query(
            UPSERT,
            user,
            ids.toArray(UUID[]::new),
            resources,
            providers,
            types,
            apps,
            devices,
            days,
            ats,
            contents,
            origin,
            keys)) {
      UUID id = row.getUUID("id");
      SourcedSummary s = all.get(id);
      out.add(
          new WrittenSummary(
              new StoredSummary(
                  s.summary().resource(),
                  id,
                  user,
                  s.source().deviceId() == null ? s.source().withDevice(device) : s.source(),
                  RowMapping.instant(row, "created_at"),
                  RowMapping.instant(row, "updated_at"),
                  rendered.get(id)),
              row.getBoolean("created")));
    }
  }
}
