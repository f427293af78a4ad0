package io.tributary.model;

import java.util.Objects;

/** Three deprecated keys of a source object, sent only if the operator enables them. */
public record LegacySource(String name, String slug, String logo) {
  public LegacySource {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(slug, "slug");
    Objects.requireNonNull(logo, "logo");
  }
}
