package io.tributary.simulators.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Generates the point events of a day. */
final class PointEventGenerator {
  private static final String[] NAMES = {"Breakfast", "Lunch", "Dinner"};
  private static final int[] HOURS = {8, 12, 19};
  private static final int GLUCOSE_SECONDS = 300;

  private PointEventGenerator() {}

  static List<PointEvent> generate(
      SimPerson person, LocalDate day, Instant start, Instant end, int revision) {
    var spots = new ArrayList<PointEvent>();
    SeededRandom dice = SeededRandom.of(person.seed(), day.toEpochDay(), 710);
    if (dice.chance(0.8)) {
      double kilograms =
          JsonText.round(dice.nextGaussianAround(person.weight(), 0.5), 1) + 0.1 * revision;
      spots.add(
          new PointEvent.Weight(
              at(person, day, 7, 15),
              JsonText.round(kilograms, 1),
              JsonText.round(dice.nextGaussianAround(24, 1), 1)));
    }
    if (dice.chance(0.6)) {
      spots.add(
          new PointEvent.BloodPressure(
              at(person, day, 7, 20),
              dice.between(108, 138),
              dice.between(68, 88),
              person.restingPulse() + dice.between(4, 14)));
    }
    spots.add(
        new PointEvent.Temperature(
            at(person, day, 7, 25), JsonText.round(dice.nextGaussianAround(36.6, 0.2), 1)));
    if (dice.chance(0.15)) {
      spots.add(
          new PointEvent.Ecg(
              at(person, day, 20, 40), 30, 250, dice.between(55, 85), dice.chance(0.1)));
    }
    List<PointEvent.Meal> meals = meals(person, day);
    for (PointEvent.Meal meal : meals) {
      spots.add(meal);
      spots.add(new PointEvent.Water(meal.at(), 50 * dice.between(3, 8)));
      double units = Math.round(meal.carbohydrates() / 10.0 * 2) / 2.0;
      spots.add(new PointEvent.Insulin(meal.at().minusSeconds(300), units, true));
    }
    spots.add(new PointEvent.Insulin(at(person, day, 21, 50), 14, false));
    var eaten = new ArrayList<>(meals(person, day.minusDays(1)));
    eaten.addAll(meals);
    glucose(person, start, end, eaten, spots);
    spots.sort(Comparator.comparing(PointEvent::at));
    return List.copyOf(spots);
  }

  private static List<PointEvent.Meal> meals(SimPerson person, LocalDate day) {
    var meals = new ArrayList<PointEvent.Meal>();
    for (int i = 0; i < NAMES.length; i++) {
      SeededRandom dice = SeededRandom.of(person.seed(), day.toEpochDay(), 720, i);
      int carbohydrates = dice.between(25, 90);
      int protein = dice.between(8, 45);
      int fat = dice.between(5, 35);
      meals.add(
          new PointEvent.Meal(
              at(person, day, HOURS[i], dice.between(0, 50)),
              NAMES[i],
              4 * carbohydrates + 4 * protein + 9 * fat,
              carbohydrates,
              protein,
              fat));
    }
    return meals;
  }

  /** Generates glucose that rises after each meal and peaks after 45 minutes. */
  private static void glucose(
      SimPerson person,
      Instant start,
      Instant end,
      List<PointEvent.Meal> eaten,
      List<PointEvent> into) {
    long slot = Math.ceilDiv(start.getEpochSecond(), (long) GLUCOSE_SECONDS);
    for (; slot * GLUCOSE_SECONDS < end.getEpochSecond(); slot++) {
      long at = slot * GLUCOSE_SECONDS;
      double value = 5.3 + SeededRandom.of(person.seed(), slot, 711).nextGaussianAround(0, 0.15);
      for (PointEvent.Meal meal : eaten) {
        double x = (at - meal.at().getEpochSecond()) / 2700.0;
        value += x <= 0 ? 0 : meal.carbohydrates() * 0.045 * x * StrictMath.exp(1 - x);
      }
      into.add(new PointEvent.Glucose(Instant.ofEpochSecond(at), JsonText.round(value, 1)));
    }
  }

  private static Instant at(SimPerson person, LocalDate day, int hour, int minute) {
    return day.atTime(hour, minute).atZone(person.zone()).toInstant();
  }
}
