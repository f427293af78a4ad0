package io.tributary.link;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import java.util.Optional;

/**
 * Branding of a team on the hosted pages.
 *
 * @param name brand name, otherwise the team's name; empty when the team is unknown
 */
record LinkBrand(String name, Optional<BrandColor> color) {
  private static final String FIND =
      """
      select coalesce(nullif(e.brand_information ->> 'company_name', ''), t.name) as name,
             e.brand_information ->> 'brand_color' as color
        from team t join team_environment e on e.team_id = t.id
       where t.id = $1 and e.environment = $2
      """;

  static final LinkBrand NONE = new LinkBrand("", Optional.empty());

  static LinkBrand of(Db db, Tenant t) {
    return RowMapping.first(
            db.query(FIND, t.team(), t.environment().wire()),
            r ->
                new LinkBrand(
                    r.getString("name"),
                    Optional.ofNullable(r.getString("color")).flatMap(BrandColor::parse)))
        .orElse(NONE);
  }
}
