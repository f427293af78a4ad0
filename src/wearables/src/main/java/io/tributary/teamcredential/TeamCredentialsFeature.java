package io.tributary.teamcredential;

import io.tributary.bus.Bus;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Assembles the feature: its routes and its verticle. */
public final class TeamCredentialsFeature {
  private final Bus bus;
  private final Db db;
  private final Vault vault;
  private final String region;
  private final Supplier<String> publicUrl;
  private final BiFunction<String, UUID, Optional<String>> webhookUrls;

  /**
   * @param publicUrl base URL of the OAuth callbacks
   * @param webhookUrls returns the webhook URL of a provider for an application; may block
   */
  public TeamCredentialsFeature(
      Bus bus,
      Db db,
      Vault vault,
      String region,
      Supplier<String> publicUrl,
      BiFunction<String, UUID, Optional<String>> pushes) {
    this.bus = bus;
    this.db = db;
    this.vault = vault;
    this.region = region;
    this.publicUrl = publicUrl;
    this.webhookUrls = pushes;
  }

  public List<Routes.Source> routes() {
    return List.of(
        new CredentialRoutes(bus, db, region, publicUrl),
        new ScopeRoutes(bus, db, ScopeCatalog.load()));
  }

  /** Returns the verticle; deploy on virtual threads. */
  public Supplier<Deployable> verticle() {
    return () -> new CredentialVerticle(bus, db, new CredentialWriter(vault), webhookUrls);
  }
}
