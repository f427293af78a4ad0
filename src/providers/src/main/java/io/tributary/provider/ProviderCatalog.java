package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Catalog of the 41 provider slugs of the API, including those without an adapter in this
 * installation. {@link Adapters} holds the supported ones.
 */
public final class ProviderCatalog {
  private static final String RESOURCE = "/provider/catalog.json";
  private static final Map<String, AuthKind> AUTH =
      Arrays.stream(AuthKind.values()).collect(Collectors.toMap(AuthKind::wire, a -> a));

  private final SortedMap<String, Entry> entries;
  private final Supplier<String> publicUrl;

  /**
   * Catalog entry of one slug.
   *
   * @param number stable number by which clients of older APIs identify providers
   * @param logo path on this service, or null
   * @param kind app, ble, device, lab or provider
   * @param auth empty if the provider cannot be linked
   * @param historicalDays default range of a historical pull; empty if there is none or it is
   *     unknown
   * @param daysConfigurable whether teams can choose another range
   */
  public record Entry(
      int number,
      String slug,
      String name,
      String description,
      String logo,
      String kind,
      Optional<AuthKind> auth,
      Optional<Integer> historicalDays,
      boolean daysConfigurable) {
    /** Returns whether the provider is linked by a redirect. */
    public boolean isOAuth() {
      return auth.filter(a -> a == AuthKind.OAUTH || a == AuthKind.TEAM_OAUTH).isPresent();
    }

    /** Returns whether the provider is linked with credentials that the user enters on our page. */
    public boolean isSignIn() {
      return auth.filter(a -> a == AuthKind.PASSWORD || a == AuthKind.EMAIL).isPresent();
    }
  }

  private ProviderCatalog(SortedMap<String, Entry> entries, Supplier<String> publicUrl) {
    this.entries = entries;
    this.publicUrl = publicUrl;
  }

  /**
   * Loads the catalog from the class path.
   *
   * @param publicUrl public base URL of this service, which prefixes logo URLs
   */
  public static ProviderCatalog load(Supplier<String> publicUrl) {
    SortedMap<String, Entry> out = new TreeMap<>();
    try (InputStream in = ProviderCatalog.class.getResourceAsStream(RESOURCE)) {
      for (JsonNode n : Json.parse(in.readAllBytes())) {
        Entry e = entry(n);
        out.put(e.slug(), e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ProviderCatalog(out, publicUrl);
  }

  private static Entry entry(JsonNode n) {
    JsonNode auth = n.get("auth_type");
    JsonNode days = n.get("historical_days");
    return new Entry(
        n.get("id").intValue(),
        n.get("slug").textValue(),
        n.get("name").textValue(),
        n.get("description").textValue(),
        n.get("logo").textValue(),
        n.get("kind").textValue(),
        auth.isNull() ? Optional.empty() : Optional.of(AUTH.get(auth.textValue())),
        days.isNull() ? Optional.empty() : Optional.of(days.intValue()),
        n.get("historical_days_configurable").booleanValue());
  }

  /** Returns all entries, ordered by slug. */
  public List<Entry> all() {
    return List.copyOf(entries.values());
  }

  public List<String> slugs() {
    return List.copyOf(entries.keySet());
  }

  public boolean contains(String slug) {
    return entries.containsKey(slug);
  }

  public Optional<Entry> find(String slug) {
    return Optional.ofNullable(entries.get(slug));
  }

  /**
   * Returns name and logo of a slug; for a slug that is not in the catalog, the slug itself is the
   * name.
   */
  public ProviderInfo info(String slug) {
    Entry e = entries.get(slug);
    return e == null
        ? new ProviderInfo(slug, slug, "")
        : new ProviderInfo(e.name(), slug, logo(e).orElse(""));
  }

  /** Returns the absolute URL of a logo. */
  public Optional<String> logo(Entry e) {
    return Optional.ofNullable(e.logo()).map(path -> publicUrl.get() + path);
  }
}
