package io.tributary.simulators.oura;

import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.DaySchedule.ScheduledActivity;
import io.tributary.simulators.kit.DaySchedule.Span;
import io.tributary.simulators.kit.Exercise;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import java.util.List;
import java.util.stream.IntStream;

/** Renders the {@code workout} and {@code session} documents of a day. */
final class EventDocuments {

  private static final String[] INTENSITIES = {"easy", "moderate", "moderate", "hard"};
  private static final String[] SOURCES = {"autodetected", "confirmed", "confirmed", "manual"};
  private static final String[] SESSIONS = {
    "breathing", "meditation", "meditation", "relaxation", "rest", "body_status", "nap"
  };
  private static final String[] MOODS = {"bad", "worse", "same", "good", "great"};

  private EventDocuments() {}

  static List<OuraDocument> workouts(SimPerson user, DaySchedule schedule) {
    List<Span> spans = schedule.all(ScheduledActivity.WORKOUT);
    return IntStream.range(0, spans.size())
        .mapToObj(i -> workout(user, schedule, spans.get(i), i))
        .toList();
  }

  static List<OuraDocument> sessions(SimPerson user, DaySchedule schedule) {
    List<Span> spans = schedule.all(ScheduledActivity.SESSION);
    return IntStream.range(0, spans.size())
        .mapToObj(i -> session(user, schedule, spans.get(i), i))
        .toList();
  }

  private static OuraDocument workout(SimPerson user, DaySchedule schedule, Span span, int index) {
    SeededRandom dice = Exercise.randomFor(user, span);
    Exercise sport = Exercise.of(dice, user, span);
    String intensity = dice.pick(INTENSITIES);
    String source = dice.pick(SOURCES);
    boolean labelled = source.equals("manual");
    String id = DocumentIds.of(user, OuraDataCollection.WORKOUT, schedule.day(), index);
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeStringField("activity", sport.sport());
              out.writeNumberField("calories", sport.calories());
              out.writeStringField("day", schedule.day().toString());
              if (sport.metres() == 0) {
                out.writeNullField("distance");
              } else {
                out.writeNumberField("distance", sport.metres());
              }
              out.writeStringField("end_datetime", JsonText.local(span.end(), user.zone()));
              out.writeStringField("intensity", intensity);
              if (labelled) {
                out.writeStringField("label", "My " + sport.sport().replace('_', ' '));
              } else {
                out.writeNullField("label");
              }
              out.writeStringField("source", source);
              out.writeStringField("start_datetime", JsonText.local(span.start(), user.zone()));
            });
    return new OuraDocument(id, schedule.day(), span.start(), span.end(), json);
  }

  private static OuraDocument session(SimPerson user, DaySchedule schedule, Span span, int index) {
    SeededRandom dice = SeededRandom.of(user.seed(), span.start().getEpochSecond(), 401);
    String type = dice.pick(SESSIONS);
    String mood = dice.pick(MOODS);
    String id = DocumentIds.of(user, OuraDataCollection.SESSION, schedule.day(), index);
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
    return new OuraDocument(id, schedule.day(), span.start(), span.end(), json);
  }
}
