package io.tributary.simulators.kit;

import io.tributary.simulators.kit.FaultInjection.Fault;
import io.tributary.simulators.kit.FaultInjection.Harm;
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
 * Troubles that vendors make, by name. Each plays for the length asked, or until it is ended; what
 * a client sees of it is told in {@code src/docs/simulators.md}.
 */
public enum FaultScript {
  /** Every data request is one too many. */
  STORM_429 {
    @Override
    void play(Order o, SimWorld w) {
      o.harm(w, new Harm.Status(List.of(429), OptionalInt.of(o.number("retry_after", 2))));
    }
  },
  /** Answers come late and in drips. */
  SLOW_PAGES {
    @Override
    void play(Order o, SimWorld w) {
      w.faults()
          .add(
              o.fault(new Harm.Trickle(o.number("bytes_per_second", 2000)))
                  .delayed(Duration.ofMillis(o.number("delay_ms", 500))),
              o.count(),
              o.length());
    }
  },
  /** 500, 502, 503 and 504 in turn. */
  SERVER_ERRORS {
    @Override
    void play(Order o, SimWorld w) {
      o.harm(w, new Harm.Status(List.of(500, 502, 503, 504), OptionalInt.empty()));
    }
  },
  /** Status 200, and a body that ends in the middle. */
  TRUNCATED_JSON {
    @Override
    void play(Order o, SimWorld w) {
      o.harm(w, new Harm.Truncate(o.number("percent", 60)));
    }
  },
  /** After each notification the first data requests find nothing yet. */
  MISSING_AFTER_PING {
    @Override
    void play(Order o, SimWorld w) {
      var missing = new Harm.Status(List.of(404), OptionalInt.empty());
      w.faults().addOnPush(o.fault(missing), o.number("count", 1), o.length());
    }
  },
  /** Stamps of signatures and Date headers are off. */
  CLOCK_SKEW {
    @Override
    void play(Order o, SimWorld w) {
      w.clock().skew(Duration.ofSeconds(o.number("seconds", -600)));
    }

    @Override
    void end(SimWorld w) {
      w.clock().skew(Duration.ZERO);
    }
  },
  /** No answer, ever; ended, all that it held is answered. */
  HANG {
    @Override
    void play(Order o, SimWorld w) {
      o.harm(w, new Harm.Hang());
    }
  },
  /** One request in four fails: by status, by a dropped connection, or by a body of markup. */
  FLAKY {
    @Override
    void play(Order o, SimWorld w) {
      var busy = new Harm.Status(List.of(503), OptionalInt.empty());
      w.faults().add(o.fault(busy).each(4), o.count(), o.length());
      w.faults().add(o.fault(new Harm.Reset()).each(9), o.count(), o.length());
      w.faults().add(o.fault(new Harm.Garbage()).each(13), o.count(), o.length());
    }
  },
  /** A person whose history holds a day of 23 hours. */
  SPRING_FORWARD {
    @Override
    void play(Order o, SimWorld w) {
      change(o, w, true);
    }
  },
  /** A person whose history holds a day of 25 hours. */
  FALL_BACK {
    @Override
    void play(Order o, SimWorld w) {
      change(o, w, false);
    }
  },
  /** The refresh is done, but its answer is lost: who asks again uses a spent token. */
  REUSED_REFRESH {
    @Override
    void play(Order o, SimWorld w) {
      String path =
          w.vendor()
              .oauth()
              .map(OAuthSimRules::tokenPath)
              .orElseThrow(() -> new IllegalArgumentException("no refresh tokens here"));
      w.faults()
          .add(Fault.of(path, new Harm.Lost()).named(word()), o.number("count", 1), o.length());
    }
  },
  /** The last days of everybody are thought over, and told of. */
  LATE_REVISIONS {
    @Override
    void play(Order o, SimWorld w) {
      int days = o.number("days", 2);
      int told = 0;
      for (SimPerson person : w.people().all()) {
        LocalDate today = person.dayAt(w.clock().now());
        for (int back = 1; back <= days; back++) {
          LocalDate day = today.minusDays(back);
          if (!day.isBefore(person.firstDay())) {
            w.people().revise(person, day);
            told += w.sender().send(w.vendor().revised(person, day, w));
          }
        }
      }
      w.changed().run();
      o.answer().put("deliveries", told);
    }
  },
  /** Notifications that come together leave together, the latest first. */
  REORDERED_PUSHES {
    @Override
    void play(Order o, SimWorld w) {
      Duration gather = Duration.ofMillis(o.number("gather_ms", 300));
      w.sender().mode(new PushSender.Mode(w.sender().mode().copies(), gather));
    }

    @Override
    void end(SimWorld w) {
      w.sender().mode(new PushSender.Mode(w.sender().mode().copies(), Duration.ZERO));
    }
  },
  /** Each notification comes several times. */
  DUPLICATE_PUSHES {
    @Override
    void play(Order o, SimWorld w) {
      w.sender().mode(new PushSender.Mode(o.number("copies", 3), w.sender().mode().gather()));
    }

    @Override
    void end(SimWorld w) {
      w.sender().mode(new PushSender.Mode(1, w.sender().mode().gather()));
    }
  };

  /**
   * What a tester asked for.
   *
   * @param body "path_prefix", "user" (id of a person), "for" (seconds), "times", and what the
   *     script itself takes
   * @param answer what the tester is told
   */
  record Order(FaultScript script, JsonObject body, SimWorld world, JsonObject answer) {
    int number(String name, int otherwise) {
      return body.getInteger(name, otherwise);
    }

    Optional<Duration> length() {
      return Optional.ofNullable(body.getInteger("for")).map(Duration::ofSeconds);
    }

    int count() {
      return body.getInteger("times", FaultInjection.ALWAYS);
    }

    Fault fault(Harm harm) {
      return Fault.of(body.getString("path_prefix", world.vendor().dataPath()), harm)
          .forUser(body.getString("user", ""))
          .named(script.word());
    }

    void harm(SimWorld w, Harm harm) {
      w.faults().add(fault(harm), count(), length());
    }
  }

  abstract void play(Order order, SimWorld world);

  /** Undoes what no fault is; faults are cleared by name. */
  void end(SimWorld world) {}

  /** The name testers use. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The script of this name.
   *
   * @throws IllegalArgumentException naming all there are
   */
  public static FaultScript named(String word) {
    return Arrays.stream(values())
        .filter(s -> s.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no script "
                        + word
                        + "; there are "
                        + String.join(
                            ", ", Arrays.stream(values()).map(FaultScript::word).toList())));
  }

  /** Plays it; returns what the tester is told. */
  JsonObject start(JsonObject body, SimWorld world) {
    var answer = new JsonObject().put("script", word());
    Order order = new Order(this, body, world, answer);
    play(order, world);
    world.scriptEnds().after(this, order.length(), world);
    return answer;
  }

  /** Ends it. */
  void stop(SimWorld world) {
    world.scriptEnds().forget(this);
    world.faults().clear(word());
    end(world);
  }

  /** Makes a person who lived through the latest such change of the clock. */
  private static void change(Order order, SimWorld world, boolean forward) {
    ZoneId zone = ZoneId.of(order.body().getString("zone", "Europe/Berlin"));
    Instant now = world.clock().now();
    ZoneOffsetTransition change = zone.getRules().previousTransition(now);
    while (change != null && change.isGap() != forward) {
      change = zone.getRules().previousTransition(change.getInstant());
    }
    if (change == null || change.getInstant().isBefore(now.minus(Duration.ofDays(800)))) {
      throw new IllegalArgumentException(zone + " no longer changes its clock that way");
    }
    LocalDate day = change.getDateTimeBefore().toLocalDate();
    if (order.body().getBoolean("move_clock", false)) {
      world.clock().setTo(day.plusDays(2).atTime(12, 0).atZone(zone).toInstant());
    }
    LocalDate today = world.clock().now().atZone(zone).toLocalDate();
    String name = order.body().getString("person", order.script().word() + "-" + day);
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
