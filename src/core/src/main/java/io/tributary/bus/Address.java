package io.tributary.bus;

import java.time.Duration;

/** Event bus addresses of the service, with their reply timeouts. Documented in src/docs/bus.md. */
public enum Address {
  USER("user.command", Duration.ofSeconds(66)),
  TEAM("team.command", Duration.ofSeconds(20)),
  REFRESH("refresh.command", Duration.ofSeconds(66)),
  PREFERENCE("preference.command", Duration.ofSeconds(20)),
  CONNECTION("connection.command", Duration.ofSeconds(20)),
  CREDENTIAL("credential.command", Duration.ofSeconds(20)),
  DOCTOR("doctor.query", Duration.ofSeconds(110)),
  LINK("link.command", Duration.ofSeconds(65)),
  PUSH("push.command", Duration.ofSeconds(65)),
  INBOUND("inbound.command", Duration.ofSeconds(20)),
  AGGREGATE("aggregate.command", Duration.ofSeconds(65)),
  BULK("bulk.command", Duration.ofSeconds(30)),
  STREAM("stream.query", Duration.ofSeconds(30)),
  FHIR("fhir.query", Duration.ofSeconds(30)),
  LAB_FHIR("lab_fhir.query", Duration.ofSeconds(30)),
  WORKOUT_FILE("workout_file.command", Duration.ofSeconds(60)),
  WEBHOOK("webhook.command", Duration.ofSeconds(20)),
  WEBHOOK_BATCH("webhook.batch", Duration.ofSeconds(120)),
  PIPELINE("pipeline.command", Duration.ofSeconds(20)),
  EXPLAIN("explain.command", Duration.ofSeconds(30)),
  LAB_TEST("lab_test.command", Duration.ofSeconds(20)),
  LAB_ACCOUNT("lab_account.command", Duration.ofSeconds(20)),
  LAB_RESULT("lab_result.command", Duration.ofSeconds(10)),
  INSURANCE("insurance.command", Duration.ofSeconds(20)),
  APPOINTMENT("appointment.command", Duration.ofSeconds(10)),
  ORDER("order.command", Duration.ofSeconds(30));

  private final String text;
  private final Duration replyTimeout;

  Address(String text, Duration limit) {
    this.text = text;
    this.replyTimeout = limit;
  }

  public String text() {
    return text;
  }

  /** Returns the reply timeout. After it the outcome of the command is unknown. */
  public Duration replyTimeout() {
    return replyTimeout;
  }

  /** Published to every node when a bulk operation has ended. */
  public static final String BULK_FINISHED = "bulk.finished";

  /** Returns the address of a provider's throttle for one lease epoch. */
  public static String throttle(String slug, long epoch) {
    return "throttle." + slug + "." + epoch;
  }

  /** Returns the address of a delivery shard for one lease epoch. */
  public static String delivery(int shard, long epoch) {
    return "deliver." + shard + "." + epoch;
  }
}
