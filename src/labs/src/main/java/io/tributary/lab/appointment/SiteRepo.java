package io.tributary.lab.appointment;

import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads sites, zip codes and service areas. */
final class SiteRepo {
  private static final String ZIP = "select * from zip_code where zip = $1";
  private static final String NEAR =
      Site.COLUMNS + " where active and lab_id = $1 and lat between $2 and $3";
  private static final String BY_CODE = Site.COLUMNS + " where lab_id = $1 and code = $2";
  private static final String AREAS =
      """
      select provider, service, price_minor from phlebotomy_area where zip = $1
       order by provider, service
      """;
  private static final String LABS =
      """
      select l.id, l.slug, s.confirmation, exists (select 1 from lab_site t where t.lab_id = l.id
                                                    and t.active) as sites
        from lab l left join lab_scheduling s on s.lab_id = l.id where l.active order by l.id
      """;

  private SiteRepo() {}

  /**
   * A laboratory with its scheduling data.
   *
   * @param confirmation empty: its sites cannot be booked
   */
  record LabScheduling(
      int id, String slug, Optional<Confirmation> confirmation, boolean hasSites) {}

  /** A provider that visits patients in a zip code. */
  record HomeVisitProvider(String provider, String service, int price) {
    static final String BOOKABLE_SERVICE = "appointment-ready";
    static final String REQUEST_SERVICE = "appointment-request";
  }

  record NearbySite(Site site, double miles) {}

  static Optional<ZipCentroid> findZip(Tx tx, String zip) {
    return tx.first(ZIP, zip.length() > 5 ? zip.substring(0, 5) : zip).map(ZipCentroid::read);
  }

  /** Sites within the radius, nearest first. */
  static List<NearbySite> sitesNear(Tx tx, int lab, ZipCentroid from, int radius) {
    double d = Geo.latitudeDegrees(radius);
    return RowMapping.list(tx.query(NEAR, lab, from.lat() - d, from.lat() + d), Site::read).stream()
        .map(s -> new NearbySite(s, Geo.miles(from.lat(), from.lng(), s.lat(), s.lng())))
        .filter(n -> n.miles() <= radius)
        .sorted(Comparator.comparingDouble(NearbySite::miles).thenComparing(n -> n.site().code()))
        .toList();
  }

  static Optional<Site> findSite(Tx tx, int lab, String code) {
    return tx.first(BY_CODE, lab, code).map(Site::read);
  }

  static List<HomeVisitProvider> visitors(Tx tx, String zip) {
    return RowMapping.list(
        tx.query(AREAS, zip.length() > 5 ? zip.substring(0, 5) : zip),
        r ->
            new HomeVisitProvider(
                r.getString("provider"), r.getString("service"), r.getInteger("price_minor")));
  }

  static List<LabScheduling> labs(Tx tx) {
    return RowMapping.list(
        tx.query(LABS),
        r ->
            new LabScheduling(
                r.getInteger("id"),
                r.getString("slug"),
                Optional.ofNullable(r.getString("confirmation")).map(Confirmation::fromWireName),
                r.getBoolean("sites")));
  }

  static Optional<LabScheduling> findLab(Tx tx, int id) {
    return labs(tx).stream().filter(l -> l.id() == id).findFirst();
  }
}
