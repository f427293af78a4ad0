package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Read permissions of Health Connect, one per record type and granted individually. */
public final class HealthConnectPermissions {
  private static final String PREFIX = "android.permission.health.READ_";

  /** Permissions that each resource needs; a resource without an entry needs none. */
  static final Map<Resource, Descriptor.ScopeRequirement> NEEDS = needs();

  private HealthConnectPermissions() {}

  private static Map<Resource, Descriptor.ScopeRequirement> needs() {
    Map<Resource, Descriptor.ScopeRequirement> out = new EnumMap<>(Resource.class);
    out.put(Resource.PROFILE, need("HEIGHT"));
    out.put(Resource.BODY, need("WEIGHT", "BODY_FAT"));
    out.put(
        Resource.WORKOUTS,
        need("EXERCISE", "HEART_RATE", "RESPIRATORY_RATE", "DISTANCE", "ACTIVE_CALORIES_BURNED"));
    out.put(
        Resource.ACTIVITY,
        new Descriptor.ScopeRequirement(
            Set.of(),
            names(
                "BASAL_METABOLIC_RATE",
                "TOTAL_CALORIES_BURNED",
                "DISTANCE",
                "FLOORS_CLIMBED",
                "VO2_MAX"),
            names("STEPS", "ACTIVE_CALORIES_BURNED")));
    out.put(
        Resource.SLEEP,
        need(
            "SLEEP",
            "HEART_RATE",
            "RESPIRATORY_RATE",
            "HEART_RATE_VARIABILITY",
            "OXYGEN_SATURATION",
            "RESTING_HEART_RATE"));
    out.put(Resource.MENSTRUAL_CYCLE, need("MENSTRUATION"));
    out.put(Resource.GLUCOSE, need("BLOOD_GLUCOSE"));
    out.put(Resource.BLOOD_PRESSURE, need("BLOOD_PRESSURE"));
    out.put(Resource.HEARTRATE, need("HEART_RATE"));
    out.put(Resource.STEPS, need("STEPS"));
    out.put(Resource.WATER, need("HYDRATION"));
    out.put(Resource.CALORIES_ACTIVE, need("ACTIVE_CALORIES_BURNED"));
    out.put(Resource.CALORIES_BASAL, need("BASAL_METABOLIC_RATE", "TOTAL_CALORIES_BURNED"));
    return Map.copyOf(out);
  }

  private static Descriptor.ScopeRequirement need(String required, String... optional) {
    return new Descriptor.ScopeRequirement(names(required), names(optional));
  }

  private static Set<String> names(String... records) {
    return Arrays.stream(records).map(r -> PREFIX + r).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Normalizes a client's granted permissions for storage: full permission names for Health
   * Connect, our resource names for other providers.
   *
   * @param given null if the client sent none
   */
  public static List<String> normalize(SdkProvider provider, Collection<String> given) {
    if (given == null) {
      return null;
    }
    return given.stream()
        .map(g -> provider == SdkProvider.HEALTH_CONNECT ? fullName(g) : SdkResource.wire(g))
        .distinct()
        .sorted()
        .toList();
  }

  private static String fullName(String permission) {
    String name = permission.substring(permission.lastIndexOf('.') + 1);
    return PREFIX + (name.startsWith("READ_") ? name.substring("READ_".length()) : name);
  }
}
