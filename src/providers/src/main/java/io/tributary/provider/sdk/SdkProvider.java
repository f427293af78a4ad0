package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Provider slugs for which clients upload data. */
public enum SdkProvider {
  APPLE_HEALTH_KIT(Kind.PLATFORM, SourceType.UNKNOWN, "Apple"),
  HEALTH_CONNECT(Kind.PLATFORM, SourceType.UNKNOWN, null),
  SAMSUNG_HEALTH(Kind.PLATFORM, SourceType.UNKNOWN, "Samsung"),
  ACCUCHEK_BLE(Kind.READER, SourceType.FINGERPRICK, "Accu-Chek"),
  BEURER_BLE(Kind.READER, SourceType.CUFF, "Beurer"),
  CONTOUR_BLE(Kind.READER, SourceType.FINGERPRICK, "Contour"),
  FREESTYLE_LIBRE_BLE(Kind.READER, SourceType.AUTOMATIC, "Abbott"),
  OMRON_BLE(Kind.READER, SourceType.CUFF, "Omron"),
  ONETOUCH_BLE(Kind.READER, SourceType.FINGERPRICK, "OneTouch"),
  MANUAL(Kind.MANUAL_ENTRY, SourceType.APP, null);

  private static final Map<String, SdkProvider> BY_SLUG =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(SdkProvider::slug, Function.identity()));

  /** Kind of data source behind a slug. */
  public enum Kind {
    /** Health store of a phone; may re-create its connection on its own. */
    PLATFORM,
    /** Device that the phone reads over Bluetooth or NFC. */
    READER,
    /** Manual entry. */
    MANUAL_ENTRY
  }

  private final Kind kind;
  private final SourceType type;
  private final String manufacturer;

  SdkProvider(Kind kind, SourceType type, String manufacturer) {
    this.kind = kind;
    this.type = type;
    this.manufacturer = manufacturer;
  }

  public String slug() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the default source type of records that name none. */
  SourceType type() {
    return type;
  }

  /** Returns the default device manufacturer of records that name none; null if it varies. */
  String manufacturer() {
    return manufacturer;
  }

  public static Optional<SdkProvider> of(String slug) {
    return Optional.ofNullable(BY_SLUG.get(slug));
  }

  public static List<String> slugs() {
    return BY_SLUG.keySet().stream().sorted().toList();
  }

  /** Returns the resources that its connections offer, ordered by name. */
  List<Resource> resources() {
    Set<Resource> out =
        switch (this) {
          case APPLE_HEALTH_KIT -> {
            Set<Resource> most = EnumSet.allOf(Resource.class);
            most.removeAll(
                Set.of(Resource.IGE, Resource.IGG, Resource.CHOLESTEROL, Resource.STRESS_LEVEL));
            yield most;
          }
          case HEALTH_CONNECT, SAMSUNG_HEALTH ->
              EnumSet.of(
                  Resource.PROFILE,
                  Resource.BODY,
                  Resource.WORKOUTS,
                  Resource.ACTIVITY,
                  Resource.SLEEP,
                  Resource.MENSTRUAL_CYCLE,
                  Resource.GLUCOSE,
                  Resource.BLOOD_PRESSURE,
                  Resource.HEARTRATE,
                  Resource.STEPS,
                  Resource.CALORIES_ACTIVE,
                  Resource.CALORIES_BASAL,
                  Resource.WATER);
          case ACCUCHEK_BLE, CONTOUR_BLE, FREESTYLE_LIBRE_BLE, ONETOUCH_BLE ->
              EnumSet.of(Resource.GLUCOSE);
          case BEURER_BLE -> EnumSet.of(Resource.BLOOD_PRESSURE, Resource.HEARTRATE);
          case OMRON_BLE ->
              EnumSet.of(
                  Resource.BLOOD_PRESSURE, Resource.HEARTRATE, Resource.WEIGHT, Resource.FAT);
          case MANUAL -> EnumSet.allOf(Resource.class);
        };
    return new ArrayList<>(out);
  }
}
