package io.tributary.provider;

import java.util.Map;
import java.util.Optional;

/**
 * Adapters of this installation by slug. Demo connections may use a different adapter than real
 * ones.
 */
public final class Adapters {
  private final Map<String, Adapter> real;
  private final Map<String, Adapter> demo;

  public Adapters(Map<String, Adapter> real, Map<String, Adapter> demo) {
    this.real = Map.copyOf(real);
    this.demo = Map.copyOf(demo);
  }

  public Optional<Adapter> of(String slug, boolean forDemo) {
    return Optional.ofNullable((forDemo ? demo : real).get(slug));
  }

  public Map<String, Adapter> real() {
    return real;
  }

  public Map<String, Adapter> demo() {
    return demo;
  }
}
