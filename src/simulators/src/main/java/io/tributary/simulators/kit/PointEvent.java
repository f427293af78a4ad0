package io.tributary.simulators.kit;

import java.time.Instant;

/** Event of a day with a single timestamp, either measured or entered. */
public sealed interface PointEvent {
  Instant at();

  record Weight(Instant at, double kilograms, double fatPercent) implements PointEvent {}

  /** Blood pressure in mmHg, with the pulse that the cuff measured. */
  record BloodPressure(Instant at, int systolic, int diastolic, int pulse) implements PointEvent {}

  record Temperature(Instant at, double celsius) implements PointEvent {}

  record Glucose(Instant at, double mmolPerLitre) implements PointEvent {}

  record Insulin(Instant at, double units, boolean rapid) implements PointEvent {}

  record Meal(Instant at, String name, int kilocalories, int carbohydrates, int protein, int fat)
      implements PointEvent {}

  record Water(Instant at, int millilitres) implements PointEvent {}

  /** Electrocardiogram; its samples follow from the other fields. */
  record Ecg(Instant at, int seconds, int hertz, int bpm, boolean irregular) implements PointEvent {

    /** Returns one sample per 1/hertz seconds in millivolts: flat, with a peak at each beat. */
    public double[] millivolts() {
      double[] samples = new double[seconds * hertz];
      SeededRandom dice = SeededRandom.of(at.getEpochSecond(), bpm, 740);
      double beat = 60.0 / bpm;
      double next = 0.2;
      for (int i = 0; i < samples.length; i++) {
        double t = (double) i / hertz;
        if (t > next + 0.1) {
          next += irregular ? beat * dice.between(0.6, 1.4) : beat;
        }
        double distance = (t - next) / 0.012;
        samples[i] = JsonText.round(1.1 * StrictMath.exp(-distance * distance), 3);
      }
      return samples;
    }
  }
}
