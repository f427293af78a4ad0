package io.tributary.provider.demo;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BLOOD_PRESSURE;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.CAFFEINE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.CALORIES_BASAL;
import static io.tributary.model.Resource.CARBOHYDRATES;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.FLOORS_CLIMBED;
import static io.tributary.model.Resource.GLUCOSE;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.INSULIN_INJECTION;
import static io.tributary.model.Resource.NOTE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WATER;
import static io.tributary.model.Resource.WEIGHT;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_DISTANCE;
import static io.tributary.model.Resource.WORKOUT_DURATION;

import io.tributary.model.Resource;
import java.util.Locale;
import java.util.Set;

/** Feeds of generated data. */
enum DemoFeed {
  PROFILE(400, Resource.PROFILE),
  MOVEMENT(10, ACTIVITY, STEPS, DISTANCE, CALORIES_ACTIVE, CALORIES_BASAL, FLOORS_CLIMBED),
  HEART(10, HEARTRATE),
  NIGHT(15, SLEEP, SLEEP_CYCLE, HRV, RESPIRATORY_RATE, BLOOD_OXYGEN),
  TRAINING(30, WORKOUTS, WORKOUT_DURATION, WORKOUT_DISTANCE, VO2_MAX),
  SCALE(30, BODY, WEIGHT, FAT, BLOOD_PRESSURE),
  INTAKE(30, WATER, CAFFEINE),
  SENSOR(10, GLUCOSE),
  DIARY(30, NOTE, CARBOHYDRATES, INSULIN_INJECTION);

  private final int windowDays;
  private final Set<Resource> resources;

  DemoFeed(int windowDays, Resource... resources) {
    this.windowDays = windowDays;
    this.resources = Set.of(resources);
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static DemoFeed of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  int windowDays() {
    return windowDays;
  }

  Set<Resource> resources() {
    return resources;
  }
}
