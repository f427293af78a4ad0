package io.tributary.tools.bench;

import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Messages of the 90 days before now, each with a delivery, some with failed attempts; bodies in
 * the last 29 days only.
 */
final class GrowthMessages {
  static final int PER_USER = 100;

  /** Whom the messages of a slice go to, at most. */
  private static final int PEOPLE = 20_000;

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final Duration KEPT = Duration.ofDays(90);

  /** A day less than they are kept: in a large database no more of them are to end than in none. */
  private static final Duration BODIES = Duration.ofDays(29);

  private final Tenant tenant;
  private final List<GrowthFill.Endpoint> endpoints;
  private final Instant now;

  GrowthMessages(Tenant tenant, List<GrowthFill.Endpoint> endpoints, Instant now) {
    this.tenant = tenant;
    this.endpoints = endpoints;
    this.now = now;
  }

  /**
   * One stretch of time, oldest first, with its share of the messages of so many users.
   *
   * @param seed another one for other ids in the same stretch
   */
  void write(Connection c, int slice, int slices, int count, int seed)
      throws SQLException, IOException {
    long many = (long) count * PER_USER / slices;
    long begin = now.minus(KEPT).toEpochMilli();
    double step = (double) KEPT.toMillis() / slices / many;
    Random random = new Random(31L * slice + 7919L * seed);
    List<UUID> people = people(c);
    long bodies = now.minus(BODIES).toEpochMilli();
    int part = 10_000;
    for (long from = 0; from < many; from += part) {
      StringBuilder messages = new StringBuilder();
      StringBuilder deliveries = new StringBuilder();
      StringBuilder attempts = new StringBuilder();
      for (long i = from; i < Math.min(many, from + part); i++) {
        long at = begin + (long) ((double) slice * KEPT.toMillis() / slices + i * step);
        Instant time = Instant.ofEpochMilli(at);
        String id = Ids.messageIdBound(time) + tail(random);
        GrowthFill.Endpoint e = endpoints.get((int) (i % endpoints.size()));
        UUID user = people.get(random.nextInt(people.size()));
        String body = at < bodies ? "\\N" : body(e.type(), user, i);
        line(messages, id, tenant.team(), tenant.environment().wire(), e.type(), user, body, time);
        int fate = random.nextInt(100);
        int failures = fate == 0 ? 8 : fate < 4 ? 1 + fate % 2 : 0;
        boolean lost = failures == 8;
        line(
            deliveries,
            id,
            e.id(),
            e.shard(),
            lost ? "failed" : "delivered",
            lost ? 8 : failures + 1,
            time,
            time,
            time,
            user,
            i,
            lost ? "\\N" : new UUID(random.nextLong(), random.nextLong()),
            lost ? "\\N" : time,
            lost ? "\\N" : 40 + i % 50,
            lost ? "\\N" : 200);
        for (int f = 1; f <= failures; f++) {
          line(
              attempts,
              Ids.uuid(),
              id,
              e.id(),
              f,
              time.plusSeconds(60L * f),
              40,
              500,
              "http_status");
        }
      }
      GrowthFill.copy(
          c, "message (id, team_id, environment, event_type, user_id, body, created_at)", messages);
      GrowthFill.copy(
          c,
          "delivery (message_id, endpoint_id, shard, state, attempt, due_at, first_attempt_at,"
              + " ended_at, user_id, seq, attempt_id, attempt_at, attempt_ms, attempt_status)",
          deliveries);
      GrowthFill.copy(
          c,
          "delivery_attempt (id, message_id, endpoint_id, number, started_at, duration_ms,"
              + " response_status_code, error_class)",
          attempts);
    }
  }

  private static List<UUID> people(Connection c) throws SQLException {
    List<UUID> all = new ArrayList<>();
    try (Statement s = c.createStatement();
        ResultSet r =
            s.executeQuery(
                "select id from app_user where client_user_id like 'growth-%' order by random()"
                    + " limit "
                    + PEOPLE)) {
      while (r.next()) {
        all.add(r.getObject(1, UUID.class));
      }
    }
    return all;
  }

  private String body(String type, UUID user, long i) {
    StringBuilder text = new StringBuilder();
    for (int s = 0; s < 6; s++) {
      text.append(s == 0 ? "" : ",")
          .append(
              "{\"timestamp\":\"2026-03-02T07:0%d:11+00:00\",\"unit\":\"bpm\",\"value\":%d}"
                  .formatted(s, 50 + (i + s) % 90));
    }
    String json =
        "{\"event_type\":\"%s\",\"data\":{\"source\":{\"provider\":\"oura\",\"type\":\"ring\"},\"data\":[%s]},\"team_id\":\"%s\",\"user_id\":\"%s\",\"client_user_id\":\"growth\"}"
            .formatted(type, text, tenant.team(), user);
    return "\\\\x" + HexFormat.of().formatHex(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String tail(Random random) {
    char[] out = new char[16];
    for (int i = 0; i < out.length; i++) {
      out[i] = DIGITS.charAt(random.nextInt(DIGITS.length()));
    }
    return new String(out);
  }

  private static void line(StringBuilder to, Object... columns) {
    for (int i = 0; i < columns.length; i++) {
      to.append(i == 0 ? "" : "\t").append(columns[i]);
    }
    to.append('\n');
  }
}
