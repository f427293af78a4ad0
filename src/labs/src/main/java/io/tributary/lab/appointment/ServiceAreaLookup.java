package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.account.AccountResolver;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Finds home-visit providers and sites near a zip code. Call on a virtual thread. */
final class ServiceAreaLookup {
  private static final int MAX_SITES = 30;

  private final Db db;
  private final OrderLifecycle orders;
  private final AccountResolver accounts = new AccountResolver();

  ServiceAreaLookup(Db db, OrderLifecycle orders) {
    this.db = db;
    this.orders = orders;
  }

  JsonNode areaInfo(AppointmentMessages.AreaInfo m) {
    return db.tx(
        tx -> {
          List<SiteRepo.LabScheduling> all = SiteRepo.labs(tx);
          requireKnownLabs(all, m.labs());
          Optional<ZipCentroid> from = SiteRepo.findZip(tx, m.zip());
          ObjectNode out = Json.object().put("zip_code", m.zip());
          out.set("phlebotomy", visitorsJson(m.tenant(), SiteRepo.visitors(tx, m.zip())));
          ObjectNode labs = out.putObject("central_labs");
          for (SiteRepo.LabScheduling lab : all) {
            if (m.labs().isEmpty() ? lab.hasSites() : m.labs().contains(lab.slug())) {
              Set<BillingType> billing =
                  billing(tx, m.tenant(), lab.id(), m.account(), from.map(ZipCentroid::state));
              labs.set(lab.slug(), labJson(tx, lab, from, m.radius(), billing));
            }
          }
          return out;
        });
  }

  private static void requireKnownLabs(List<SiteRepo.LabScheduling> all, List<String> labs) {
    for (String slug : labs) {
      if (all.stream().noneMatch(l -> l.slug().equals(slug))) {
        throw ServiceException.validationFailed(
            FieldError.query("labs", "There is no lab " + slug, "enum"));
      }
    }
  }

  private static ObjectNode visitorsJson(Tenant tenant, List<SiteRepo.HomeVisitProvider> all) {
    List<SiteRepo.HomeVisitProvider> here = tenant.sandbox() ? all : List.of();
    ObjectNode out = Json.object().put("is_served", !here.isEmpty());
    ArrayNode providers = out.putArray("providers");
    here.stream()
        .map(SiteRepo.HomeVisitProvider::provider)
        .distinct()
        .forEach(
            p -> {
              ArrayNode types = providers.addObject().put("name", p).putArray("service_types");
              here.stream()
                  .filter(v -> v.provider().equals(p))
                  .forEach(v -> types.add(v.service()));
            });
    return out;
  }

  private static ObjectNode labJson(
      Tx tx,
      SiteRepo.LabScheduling lab,
      Optional<ZipCentroid> from,
      int radius,
      Set<BillingType> billing) {
    List<SiteRepo.NearbySite> near =
        from.map(z -> SiteRepo.sitesNear(tx, lab.id(), z, radius)).orElse(List.of());
    ObjectNode out = Json.object().put("lab_id", lab.id());
    billing.forEach(b -> out.withArray("supported_bill_types").add(b.wireName()));
    out.withArray("supported_bill_types");
    Set<String> capabilities = new TreeSet<>();
    near.forEach(n -> capabilities.addAll(n.site().capabilities()));
    ObjectNode centers =
        out.putObject("patient_service_centers")
            .put("appointment_with_service", capabilities.contains(Site.SCHEDULES))
            .put("within_radius", near.size())
            .put("radius", String.valueOf(radius));
    capabilities.forEach(centers.putArray("capabilities")::add);
    return out;
  }

  JsonNode sitesNear(AppointmentMessages.SiteInfo m) {
    return db.tx(
        tx ->
            sitesNear(tx, m.tenant(), m.zip(), m.lab(), m.radius(), m.capabilities(), m.account()));
  }

  JsonNode sitesNear(AppointmentMessages.OrderSiteInfo m) {
    OrderRow o =
        orders
            .find(m.tenant(), m.order())
            .await()
            .orElseThrow(() -> ServiceException.notFound("order"));
    String zip = (o.address().isNull() ? o.shipping() : o.address()).path("zip").asText();
    return db.tx(
        tx ->
            sitesNear(
                tx, m.tenant(), zip, o.lab(), m.radius(), m.capabilities(), Optional.empty()));
  }

  private JsonNode sitesNear(
      Tx tx,
      Tenant tenant,
      String zip,
      int id,
      int radius,
      List<String> capabilities,
      Optional<UUID> account) {
    SiteRepo.LabScheduling lab =
        SiteRepo.findLab(tx, id).orElseThrow(() -> ServiceException.notFound("lab"));
    Optional<ZipCentroid> from = SiteRepo.findZip(tx, zip);
    Set<BillingType> billing = billing(tx, tenant, id, account, from.map(ZipCentroid::state));
    ObjectNode out = Json.object().put("lab_id", id).put("slug", lab.slug());
    ArrayNode list = out.putArray("patient_service_centers");
    from.map(z -> SiteRepo.sitesNear(tx, id, z, radius)).orElse(List.of()).stream()
        .filter(n -> n.site().capabilities().containsAll(capabilities))
        .limit(MAX_SITES)
        .forEach(n -> list.add(n.site().listingJson(n.miles(), billing)));
    return out;
  }

  private Set<BillingType> billing(
      Tx tx, Tenant tenant, int lab, Optional<UUID> account, Optional<String> state) {
    return state.map(s -> accounts.billingTypes(tx, tenant, lab, account, s)).orElse(Set.of());
  }
}
