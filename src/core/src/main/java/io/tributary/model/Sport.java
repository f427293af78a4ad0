package io.tributary.model;

/** Sport of a workout. The slug is the stable part. */
public record Sport(int id, String name, String slug) {
  public Sport {
    ValueChecks.required("sport.name", name);
    ValueChecks.required("sport.slug", slug);
  }
}
