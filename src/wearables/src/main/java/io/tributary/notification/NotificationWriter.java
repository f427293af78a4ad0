package io.tributary.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.WebhookSignatures;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Stores incoming notifications in {@code provider_notification} until they are processed. */
final class NotificationWriter {
  private static final int CHUNK = 500;
  private static final Set<String> NO_FEED = Set.of("");

  /**
   * Locks the connections against removal until the notifications are stored. Connections in error,
   * or whose ingestion has ended, are excluded: their notifications are ignored.
   */
  private static final String CONNECTIONS =
      """
      select id, external_user_id, updated_at, status = 'paused' as paused from connection
       where provider = $1 and app_id = $2 and external_user_id = any ($3)
         and (status = 'connected' or status = 'paused' and access_token_encrypted is not null)
         and not demo
       order by id for key share
      """;

  /**
   * Returns those that are paused at this moment, and keeps them paused until the notifications are
   * stored.
   */
  private static final String PAUSED =
      "select id from connection where id = any ($1) and status = 'paused' order by id for share";

  private static final String ADD =
      """
      insert into provider_notification (id, provider, app_id, connection_id, kind, feed, fetch_target,
                                 body_encrypted, dedupe_hash, state, due_at)
      select i, $1, $2, c, w, f, j::jsonb, b, h, 'queued',
             case when c = any ($11) then 'infinity'
                  else now() + case w when 'changed' then $3::bigint else 0 end * interval '1 millisecond'
             end
        from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::bytea[],
                    $10::bytea[]) as u(i, c, w, f, j, b, h)
      on conflict (connection_id, dedupe_hash) where state = 'queued'
      do update set received_at = now() where excluded.kind = 'scopes'
      """;

  private final Encryption secrets;
  private final Duration collectDelay;

  /**
   * @param collectDelay delay in which further notifications are collected before the read
   */
  NotificationWriter(Encryption secrets, Duration settle) {
    this.secrets = secrets;
    this.collectDelay = settle;
  }

  /** Number of notifications that were queued, already queued, and without a connection. */
  record Added(int queued, int duplicates, int unmatched) {}

  private record NewNotification(
      UUID id,
      UUID connection,
      String what,
      String feed,
      String wanted,
      byte[] body,
      byte[] dedupeHash) {}

  /** Stores the notifications for the affected connections of this application. */
  Added store(
      Tx tx, String provider, UUID app, List<NotificationParser.ProviderNotification> hints) {
    Map<String, List<NotificationTarget>> connections = new HashMap<>();
    List<UUID> pausing = new ArrayList<>();
    String[] users =
        hints.stream()
            .map(NotificationParser.ProviderNotification::externalUserId)
            .filter(u -> !u.isEmpty())
            .distinct()
            .toArray(String[]::new);
    for (Row r : tx.query(CONNECTIONS, provider, app, users)) {
      connections
          .computeIfAbsent(r.getString("external_user_id"), u -> new ArrayList<>())
          .add(
              new NotificationTarget(
                  r.getUUID("id"), RowMapping.instant(r, "updated_at"), r.getBoolean("paused")));
      if (r.getBoolean("paused")) {
        pausing.add(r.getUUID("id"));
      }
    }
    UUID[] paused =
        pausing.isEmpty()
            ? new UUID[0]
            : RowMapping.list(
                    tx.query(PAUSED, (Object) pausing.toArray(UUID[]::new)), r -> r.getUUID("id"))
                .toArray(UUID[]::new);
    Map<String, NewNotification> once = new LinkedHashMap<>();
    int unmatched = 0;
    int all = 0;
    for (NotificationParser.ProviderNotification hint : hints) {
      List<UUID> of =
          connections.getOrDefault(hint.externalUserId(), List.of()).stream()
              .filter(c -> c.concerns(hint))
              .map(NotificationTarget::id)
              .toList();
      unmatched += of.isEmpty() ? 1 : 0;
      for (UUID connection : of) {
        for (NewNotification f : toRows(connection, hint)) {
          // Of duplicates within one request the last one counts.
          String same = connection + WebhookSignatures.hex(f.dedupeHash());
          once.remove(same);
          once.put(same, f);
          all++;
        }
      }
    }
    List<NewNotification> fresh = List.copyOf(once.values());
    int queued = 0;
    for (int i = 0; i < fresh.size(); i += CHUNK) {
      queued +=
          insert(tx, provider, app, fresh.subList(i, Math.min(fresh.size(), i + CHUNK)), paused);
    }
    if (queued > 0) {
      tx.wakeAfterCommit(NotificationWorkerVerticle.QUEUE);
    }
    return new Added(queued, all - queued, unmatched);
  }

  /**
   * @param paused connections whose notifications are held until they resume
   */
  private int insert(Tx tx, String provider, UUID app, List<NewNotification> rows, UUID[] paused) {
    return tx.update(
        ADD,
        provider,
        app,
        collectDelay.toMillis(),
        rows.stream().map(NewNotification::id).toArray(UUID[]::new),
        rows.stream().map(NewNotification::connection).toArray(UUID[]::new),
        rows.stream().map(NewNotification::what).toArray(String[]::new),
        rows.stream().map(NewNotification::feed).toArray(String[]::new),
        rows.stream().map(NewNotification::wanted).toArray(String[]::new),
        rows.stream().map(NewNotification::body).toArray(byte[][]::new),
        rows.stream().map(NewNotification::dedupeHash).toArray(byte[][]::new),
        paused);
  }

  /** Creates one row per feed, so that feeds are read and fail independently. */
  private List<NewNotification> toRows(
      UUID connection, NotificationParser.ProviderNotification hint) {
    String what = hint.event().name().toLowerCase(Locale.ROOT);
    ObjectNode told = Json.object();
    hint.target().ifPresent(w -> told.set("wanted", w.toJson()));
    hint.scopes().ifPresent(s -> told.set("scopes", Json.tree(s)));
    // A document address may grant access to anyone who has it, so it is encrypted like data.
    boolean data =
        hint.target()
            .filter(
                w ->
                    w instanceof FetchTarget.InlineDocuments
                        || w instanceof FetchTarget.FetchAddress)
            .isPresent();
    String text = Json.text(told);
    List<NewNotification> out = new ArrayList<>();
    for (String feed : hint.feeds().isEmpty() ? NO_FEED : hint.feeds()) {
      UUID id = Ids.uuid();
      out.add(
          new NewNotification(
              id,
              connection,
              what,
              feed.isEmpty() ? null : feed,
              data ? null : text,
              data ? secrets.seal(text, id.toString()) : null,
              secrets.mac(
                  (what + "\n" + feed + "\n" + text).getBytes(StandardCharsets.UTF_8),
                  connection.toString())));
    }
    return out;
  }
}
