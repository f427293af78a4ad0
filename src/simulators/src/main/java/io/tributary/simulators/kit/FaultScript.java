package io.tributary.simulators.kit;

import io.tributary.simulators.kit.FaultInjection.Fault;
import io.tributary.simulators.kit.FaultInjection.FaultEffect;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Named scenario of vendor failures. A script runs for the requested duration or until it is
 * stopped. {@code src/docs/simulators.md} describes what a client observes.
 */
public enum FaultScript {
  /** Answers every data request with 429. */
  STORM_429 {
    @Override
    void play(ScriptRequest o, SimContext w) {
      o.harm(w, new FaultEffect.Status(List.of(429), OptionalInt.of(o.number("retry_after", 2))));
    }
  },
  /** Delays responses and sends their bodies slowly. */
  SLOW_PAGES {
    @Override
    void play(ScriptRequest o, SimContext w) {
      w.faults()
          .add(
              o.fault(new FaultEffect.Trickle(o.number("bytes_per_second", 2000)))
                  .delayed(Duration.ofMillis(o.number("delay_ms", 500))),
              o.count(),
              o.length());
    }
  },
  /** Answers with 500, 502, 503 and 504 in rotation. */
  SERVER_ERRORS {
    @Override
    void play(ScriptRequest o, SimContext w) {
      o.harm(w, new FaultEffect.Status(List.of(500, 502, 503, 504), OptionalInt.empty()));
    }
  },
  /** Answers with status 200 and a truncated body. */
  TRUNCATED_JSON {
    @Override
    void play(ScriptRequest o, SimContext w) {
      o.harm(w, new FaultEffect.Truncate(o.number("percent", 60)));
    }
  },
  /** Answers the first data requests after each notification with 404. */
  MISSING_AFTER_PING {
    @Override
    void play(ScriptRequest o, SimContext w) {
      var missing = new FaultEffect.Status(List.of(404), OptionalInt.empty());
      w.faults().addOnPush(o.fault(missing), o.number("count", 1), o.length());
    }
  },
  /** Shifts the timestamps of signatures and the Date headers. */
  CLOCK_SKEW {
    @Override
    void play(ScriptRequest o, SimContext w) {
      w.clock().skew(Duration.ofSeconds(o.number("seconds", -600)));
    }

    @Override
    void end(SimContext w) {
      w.clock().skew(Duration.ZERO);
    }
  },
  /** Withholds responses; when the script ends, the held requests are answered. */
  HANG {
    @Override
    void play(ScriptRequest o, SimContext w) {
      o.harm(w, new FaultEffect.Hang());
    }
  },
  /**
   * Fails every fourth request with 503. Of the remaining requests every ninth is reset, and of
   * those left every thirteenth gets a body of markup.
   */
  FLAKY {
    @Override
    void play(ScriptRequest o, SimContext w) {
      var busy = new FaultEffect.Status(List.of(503), OptionalInt.empty());
      w.faults().add(o.fault(busy).each(4), o.count(), o.length());
      w.faults().add(o.fault(new FaultEffect.Reset()).each(9), o.count(), o.length());
      w.faults().add(o.fault(new FaultEffect.Garbage()).each(13), o.count(), o.length());
    }
  },
  /** Creates a person whose history contains a day of 23 hours. */
  SPRING_FORWARD {
    @Override
    void play(ScriptRequest o, SimContext w) {
      clockChange(o, w, true);
    }
  },
  /** Creates a person whose history contains a day of 25 hours. */
  FALL_BACK {
    @Override
    void play(ScriptRequest o, SimContext w) {
      clockChange(o, w, false);
    }
  },
  /**
   * Performs the refresh but drops its response, so that a client that retries uses a spent token.
   */
  REUSED_REFRESH {
    @Override
    void play(ScriptRequest o, SimContext w) {
      String path =
          w.vendor()
              .oauth()
              .map(OAuthSimRules::tokenPath)
              .orElseThrow(
                  () -> new IllegalArgumentException("this provider has no refresh tokens"));
      w.faults()
          .add(
              Fault.of(path, new FaultEffect.Lost()).named(scriptName()),
              o.number("count", 1),
              o.length());
    }
  },
  /** Revises the last days of every person and sends the notifications for them. */
  LATE_REVISIONS {
    @Override
    void play(ScriptRequest o, SimContext w) {
      int days = o.number("days", 2);
      int told = 0;
      for (SimPerson person : w.people().all()) {
        LocalDate today = person.localDateAt(w.clock().now());
        for (int back = 1; back <= days; back++) {
          LocalDate day = today.minusDays(back);
          if (!day.isBefore(person.firstDay())) {
            w.people().revise(person, day);
            told += w.sender().send(w.vendor().revisionNotifications(person, day, w));
          }
        }
      }
      w.changed().run();
      o.answer().put("deliveries", told);
    }
  },
  /** Collects notifications for a short time and sends them in reverse order. */
  REORDERED_PUSHES {
    @Override
    void play(ScriptRequest o, SimContext w) {
      Duration gather = Duration.ofMillis(o.number("gather_ms", 300));
      w.sender().mode(new PushSender.Mode(w.sender().mode().copies(), gather));
    }

    @Override
    void end(SimContext w) {
      w.sender().mode(new PushSender.Mode(w.sender().mode().copies(), Duration.ZERO));
    }
  },
  /** Sends each notification several times. */
  DUPLICATE_PUSHES {
    @Override
    void play(ScriptRequest o, SimContext w) {
      w.sender().mode(new PushSender.Mode(o.number("copies", 3), w.sender().mode().gather()));
    }

    @Override
    void end(SimContext w) {
      w.sender().mode(new PushSender.Mode(1, w.sender().mode().gather()));
    }
  };

  /**
   * Order of a tester to start a script.
   *
   * @param body "path_prefix", "user" (ID of a person), "for" (seconds), "times", and the
   *     parameters of the script
   * @param answer response to the tester
   */
  record ScriptRequest(FaultScript script, JsonObject body, SimContext world, JsonObject answer) {
    int number(String name, int otherwise) {
      return body.getInteger(name, otherwise);
    }

    Optional<Duration> length() {
      return Optional.ofNullable(body.getInteger("for")).map(Duration::ofSeconds);
    }

    int count() {
      return body.getInteger("times", FaultInjection.ALWAYS);
    }

    Fault fault(FaultEffect harm) {
      return Fault.of(body.getString("path_prefix", world.vendor().dataPath()), harm)
          .forUser(body.getString("user", ""))
          .named(script.scriptName());
    }

    void harm(SimContext w, FaultEffect harm) {
      w.faults().add(fault(harm), count(), length());
    }
  }

  abstract void play(ScriptRequest order, SimContext world);

  /** Reverts changes that are not faults; faults are cleared by the name of the script. */
  void end(SimContext world) {}

  /** Returns the name of the script in the API. */
  public String scriptName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the script with this name.
   *
   * @throws IllegalArgumentException listing all scripts
   */
  public static FaultScript named(String word) {
    return Arrays.stream(values())
        .filter(s -> s.scriptName().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown script "
                        + word
                        + "; available: "
                        + String.join(
                            ", ", Arrays.stream(values()).map(FaultScript::scriptName).toList())));
  }

  /** Starts the script and returns the response to the tester. */
  JsonObject start(JsonObject body, SimContext world) {
    var answer = new JsonObject().put("script", scriptName());
    ScriptRequest order = new ScriptRequest(this, body, world, answer);
    play(order, world);
    world.scriptEnds().schedule(this, order.length(), world);
    return answer;
  }

  /** Stops the script. */
  void stop(SimContext world) {
    world.scriptEnds().cancel(this);
    world.faults().clear(scriptName());
    end(world);
  }

  /** Creates a person whose history includes the latest clock change in this direction. */
  private static void clockChange(ScriptRequest order, SimContext world, boolean forward) {
    ZoneId zone = ZoneId.of(order.body().getString("zone", "Europe/Berlin"));
    Instant now = world.clock().now();
    ZoneOffsetTransition change = zone.getRules().previousTransition(now);
    while (change != null && change.isGap() != forward) {
      change = zone.getRules().previousTransition(change.getInstant());
    }
    if (change == null || change.getInstant().isBefore(now.minus(Duration.ofDays(800)))) {
      throw new IllegalArgumentException(
          zone + " has had no such clock change in the last 800 days");
    }
    LocalDate day = change.getDateTimeBefore().toLocalDate();
    if (order.body().getBoolean("move_clock", false)) {
      world.clock().setTo(day.plusDays(2).atTime(12, 0).atZone(zone).toInstant());
    }
    LocalDate today = world.clock().now().atZone(zone).toLocalDate();
    String name = order.body().getString("person", order.script().scriptName() + "-" + day);
    SimPerson person =
        world
            .people()
            .named(
                name,
                Optional.of(zone),
                (int) (today.toEpochDay() - day.toEpochDay()) + 3,
                Set.of());
    world.changed().run();
    order
        .answer()
        .put("person", person.name())
        .put("id", person.id())
        .put("zone", zone.getId())
        .put("day", day.toString())
        .put("hours", 24 - change.getDuration().toHours());
  }
}
