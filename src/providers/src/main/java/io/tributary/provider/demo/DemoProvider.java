package io.tributary.provider.demo;

import io.tributary.model.DeviceDescription;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Providers with generated data, and what they support. Not every resource has data, and none has a
 * workout stream.
 */
enum DemoProvider {
  APPLE_HEALTH_KIT(
      "apple_health_kit",
      "Apple HealthKit",
      "Health data from an iPhone and Apple Watch",
      AuthKind.SDK,
      "app") {
    @Override
    List<Resource> resources() {
      EnumSet<Resource> all = EnumSet.allOf(Resource.class);
      all.removeAll(
          Set.of(
              Resource.WORKOUT_STREAM,
              Resource.IGE,
              Resource.IGG,
              Resource.CHOLESTEROL,
              Resource.STRESS_LEVEL));
      return List.copyOf(all);
    }

    /** A phone records caffeine and water intake; glucose and insulin require a sensor. */
    @Override
    boolean supports(DemoFeed feed) {
      return feed != DemoFeed.SENSOR && feed != DemoFeed.DIARY;
    }

    @Override
    List<DeviceDescription> devices() {
      return List.of(
          device(SourceType.WATCH, "Apple Inc.", "Watch7,3"),
          device(SourceType.PHONE, "Apple Inc.", "iPhone15,2"));
    }

    @Override
    Source stepSource() {
      return source(SourceType.PHONE);
    }

    @Override
    Source scaleSource() {
      return source(SourceType.APP);
    }

    @Override
    Source summarySource(Source of) {
      return of.withAppId("com.apple.health");
    }
  },
  FITBIT(
      "fitbit",
      "Fitbit",
      "Wristbands, watches and scales for activity and sleep",
      AuthKind.OAUTH,
      "device") {
    @Override
    List<Resource> resources() {
      return List.of(
          Resource.ACTIVITY,
          Resource.BODY,
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.WORKOUTS,
          Resource.MEAL,
          Resource.PROFILE,
          Resource.HEARTRATE,
          Resource.STEPS,
          Resource.DISTANCE,
          Resource.CALORIES_ACTIVE,
          Resource.VO2_MAX,
          Resource.WATER,
          Resource.BODY_TEMPERATURE,
          Resource.FAT,
          Resource.WEIGHT,
          Resource.HRV,
          Resource.BLOOD_OXYGEN,
          Resource.RESPIRATORY_RATE,
          Resource.HEART_RATE_ALERT);
    }

    @Override
    boolean supports(DemoFeed feed) {
      return feed != DemoFeed.SENSOR && feed != DemoFeed.DIARY;
    }

    @Override
    List<DeviceDescription> devices() {
      return List.of(device(SourceType.WATCH, "Fitbit", "Sense 2"));
    }

    @Override
    Source stepSource() {
      return source(SourceType.WATCH);
    }

    @Override
    Source scaleSource() {
      return source(SourceType.SCALE);
    }
  },
  FREESTYLE_LIBRE(
      "freestyle_libre",
      "Freestyle Libre",
      "Glucose sensors, shared with a practice",
      AuthKind.EMAIL,
      "device") {
    @Override
    List<Resource> resources() {
      return List.of(
          Resource.GLUCOSE, Resource.NOTE, Resource.CARBOHYDRATES, Resource.INSULIN_INJECTION);
    }

    @Override
    boolean supports(DemoFeed feed) {
      return feed == DemoFeed.SENSOR || feed == DemoFeed.DIARY;
    }

    @Override
    List<DeviceDescription> devices() {
      return List.of(device(SourceType.AUTOMATIC, "Abbott", "FreeStyle Libre 3"));
    }

    @Override
    Source stepSource() {
      throw new IllegalStateException("a glucose sensor does not count steps");
    }

    @Override
    Source scaleSource() {
      throw new IllegalStateException("a glucose sensor does not measure weight");
    }
  };

  private final String slug;
  private final String title;
  private final String description;
  private final AuthKind auth;
  private final String kind;

  DemoProvider(String slug, String title, String description, AuthKind auth, String kind) {
    this.slug = slug;
    this.title = title;
    this.description = description;
    this.auth = auth;
    this.kind = kind;
  }

  abstract List<Resource> resources();

  abstract boolean supports(DemoFeed feed);

  abstract List<DeviceDescription> devices();

  /** Source that counts steps. */
  abstract Source stepSource();

  /** Source that measures weight. */
  abstract Source scaleSource();

  /** Source of a summary. */
  Source summarySource(Source of) {
    return of;
  }

  String slug() {
    return slug;
  }

  Source source(SourceType type) {
    return Source.of(slug, type);
  }

  DeviceDescription device(SourceType type, String manufacturer, String model) {
    return new DeviceDescription(slug, type, null, manufacturer, model, null, null);
  }

  Descriptor descriptor(int days) {
    Set<Resource> known = Set.copyOf(resources());
    List<Feed> feeds = new ArrayList<>();
    Arrays.stream(DemoFeed.values())
        .filter(this::supports)
        .forEach(
            f -> {
              Set<Resource> own = new HashSet<>(f.resources());
              own.retainAll(known);
              feeds.add(new Feed(f.wire(), own, f.windowDays(), true));
            });
    return Descriptor.of(slug, title)
        .description(description)
        .auth(auth)
        .kind(kind)
        .fixedDays(days)
        .resources(resources())
        .feeds(feeds)
        .build();
  }
}
