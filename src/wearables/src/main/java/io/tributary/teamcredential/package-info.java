/**
 * What teams bring to providers: applications of their own and the scopes they need (wearables.md
 * §9). Owns tables provider_app and scope_requirement.
 */
package io.tributary.teamcredential;
