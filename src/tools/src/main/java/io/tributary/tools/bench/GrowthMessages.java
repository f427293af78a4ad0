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
 * Writes messages of the last 90 days, each with a delivery and some with failed attempts. Only
 * messages of the last 29 days have bodies.
 */
final class GrowthMessages {
  static final int PER_USER = 100;

  /** Maximum number of users that the messages of a slice address. */
  private static final int MAX_RECIPIENTS = 20_000;

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final Duration RETENTION = Duration.ofDays(90);

  /**
   * One day less than the retention of bodies, so that a large database has no more bodies to
   * expire than an empty one.
   */
  private static final Duration BODY_AGE = Duration.ofDays(29);

  private final Tenant tenant;
  private final List<GrowthFill.Endpoint> endpoints;
  private final Instant now;

  GrowthMessages(Tenant tenant, List<GrowthFill.Endpoint> endpoints, Instant now) {
    this.tenant = tenant;
    this.endpoints = endpoints;
    this.now = now;
  }

  /**
   * Writes one time slice, oldest first, with its share of the messages of the given number of
   * users.
   *
   * @param seed another seed gives other IDs in the same slice
   */
  void write(Connection c, int slice, int slices, int count, int seed)
      throws SQLException, IOException {
    long many = (long) count * PER_USER / slices;
    long begin = now.minus(RETENTION).toEpochMilli();
    double step = (double) RETENTION.toMillis() / slices / many;
    Random random = new Random(31L * slice + 7919L * seed);
    List<UUID> people = randomUsers(c);
    long bodies = now.minus(BODY_AGE).toEpochMilli();
    int part = 10_000;
    for (long from = 0; from < many; from += part) {
      StringBuilder messages = new StringBuilder();
      StringBuilder deliveries = new StringBuilder();
      StringBuilder attempts = new StringBuilder();
      for (long i = from; i < Math.min(many, from + part); i++) {
        long at = begin + (long) ((double) slice * RETENTION.toMillis() / slices + i * step);
        Instant time = Instant.ofEpochMilli(at);
        String id = Ids.messageIdBound(time) + randomSuffix(random);
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

  private static List<UUID> randomUsers(Connection c) throws SQLException {
    List<UUID> all = new ArrayList<>();
    try (Statement s = c.createStatement();
        ResultSet r =
            s.executeQuery(
                "select id from app_user where client_user_id like 'growth-%' order by random()"
                    + " limit "
                    + MAX_RECIPIENTS)) {
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

  private static String randomSuffix(Random random) {
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
