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
 * The 41 slugs of the contract, whether this installation has code for them or not. What they can
 * do here is in {@link Adapters}.
 */
public final class ProviderCatalog {
  private static final String RESOURCE = "/provider/catalog.json";
  private static final Map<String, AuthKind> AUTH =
      Arrays.stream(AuthKind.values()).collect(Collectors.toMap(AuthKind::wire, a -> a));

  private final SortedMap<String, Entry> entries;
  private final Supplier<String> publicUrl;

  /**
   * One slug.
   *
   * @param number stable; clients of older interfaces know providers by it
   * @param logo path on this service, or null
   * @param kind app, ble, device, lab or provider
   * @param auth empty when nobody can link it
   * @param historicalDays default range of a historical pull; empty when there is none or it is
   *     unknown
   * @param daysConfigurable whether teams may choose another range
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
    /** Linked by a redirect to the provider. */
    public boolean oauth() {
      return auth.filter(a -> a == AuthKind.OAUTH || a == AuthKind.TEAM_OAUTH).isPresent();
    }

    /** Linked with what the user types on our side. */
    public boolean signIn() {
      return auth.filter(a -> a == AuthKind.PASSWORD || a == AuthKind.EMAIL).isPresent();
    }
  }

  private ProviderCatalog(SortedMap<String, Entry> entries, Supplier<String> publicUrl) {
    this.entries = entries;
    this.publicUrl = publicUrl;
  }

  /**
   * Reads the catalogue from the class path.
   *
   * @param publicUrl where clients reach this service; logo addresses start with it
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

  /** Every slug, in slug order. */
  public List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /** All slugs, in order. */
  public List<String> slugs() {
    return List.copyOf(entries.keySet());
  }

  public boolean knows(String slug) {
    return entries.containsKey(slug);
  }

  public Optional<Entry> find(String slug) {
    return Optional.ofNullable(entries.get(slug));
  }

  /** Name and logo of a slug; one that is not in the catalogue (any more) shows as itself. */
  public ProviderInfo card(String slug) {
    Entry e = entries.get(slug);
    return e == null
        ? new ProviderInfo(slug, slug, "")
        : new ProviderInfo(e.name(), slug, logo(e).orElse(""));
  }

  /** Absolute address of a logo. */
  public Optional<String> logo(Entry e) {
    return Optional.ofNullable(e.logo()).map(path -> publicUrl.get() + path);
  }
}
