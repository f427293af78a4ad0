package io.tributary.simulator.oura;

import io.tributary.simulator.oura.Schedule.Act;
import io.tributary.simulator.oura.Schedule.Span;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Renders the {@code workout} and {@code session} documents of a day. */
final class EventDocuments {

  /** A sport: calories an hour for 70 kg, metres an hour or 0 where distance means nothing. */
  private record Sport(String name, int calories, int metres) {}

  private static final Sport[] SPORTS = {
    new Sport("walking", 260, 5200),
    new Sport("walking", 260, 5200),
    new Sport("running", 700, 10200),
    new Sport("cycling", 520, 21000),
    new Sport("strength_training", 380, 0),
    new Sport("yoga", 190, 0),
    new Sport("swimming", 480, 1900),
    new Sport("house_work", 180, 0)
  };
  private static final String[] INTENSITIES = {"easy", "moderate", "moderate", "hard"};
  private static final String[] SOURCES = {"autodetected", "confirmed", "confirmed", "manual"};
  private static final String[] SESSIONS = {
    "breathing", "meditation", "meditation", "relaxation", "rest", "body_status", "nap"
  };
  private static final String[] MOODS = {"bad", "worse", "same", "good", "great"};

  private EventDocuments() {}

  static List<Document> workouts(RingUser user, Schedule schedule) {
    List<Span> spans = schedule.all(Act.WORKOUT);
    return IntStream.range(0, spans.size())
        .mapToObj(i -> workout(user, schedule, spans.get(i), i))
        .toList();
  }

  static List<Document> sessions(RingUser user, Schedule schedule) {
    List<Span> spans = schedule.all(Act.SESSION);
    return IntStream.range(0, spans.size())
        .mapToObj(i -> session(user, schedule, spans.get(i), i))
        .toList();
  }

  private static Document workout(RingUser user, Schedule schedule, Span span, int index) {
    Dice dice = Dice.of(user.seed(), span.start().getEpochSecond(), 400);
    Sport sport = dice.pick(SPORTS);
    double hours = Duration.between(span.start(), span.end()).toSeconds() / 3600.0;
    double effort = dice.between(0.8, 1.2);
    double calories = JsonText.round(sport.calories() * user.weight() / 70 * hours * effort, 3);
    double metres = JsonText.round(sport.metres() * hours * effort, 1);
    String intensity = dice.pick(INTENSITIES);
    String source = dice.pick(SOURCES);
    boolean labelled = source.equals("manual");
    String id = DocumentIds.of(user, Collection.WORKOUT, schedule.day(), index);
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeStringField("activity", sport.name());
              out.writeNumberField("calories", calories);
              out.writeStringField("day", schedule.day().toString());
              if (sport.metres() == 0) {
                out.writeNullField("distance");
              } else {
                out.writeNumberField("distance", metres);
              }
              out.writeStringField("end_datetime", JsonText.local(span.end(), user.zone()));
              out.writeStringField("intensity", intensity);
              if (labelled) {
                out.writeStringField("label", "My " + sport.name().replace('_', ' '));
              } else {
                out.writeNullField("label");
              }
              out.writeStringField("source", source);
              out.writeStringField("start_datetime", JsonText.local(span.start(), user.zone()));
            });
    return new Document(id, schedule.day(), span.start(), span.end(), json);
  }

  private static Document session(RingUser user, Schedule schedule, Span span, int index) {
    Dice dice = Dice.of(user.seed(), span.start().getEpochSecond(), 401);
    String type = dice.pick(SESSIONS);
    String mood = dice.pick(MOODS);
    String id = DocumentIds.of(user, Collection.SESSION, schedule.day(), index);
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeStringField("day", schedule.day().toString());
              out.writeStringField("start_datetime", JsonText.local(span.start(), user.zone()));
              out.writeStringField("end_datetime", JsonText.local(span.end(), user.zone()));
              out.writeStringField("type", type);
              out.writeNullField("heart_rate");
              out.writeNullField("heart_rate_variability");
              out.writeStringField("mood", mood);
              out.writeNullField("motion_count");
            });
    return new Document(id, schedule.day(), span.start(), span.end(), json);
  }
}
