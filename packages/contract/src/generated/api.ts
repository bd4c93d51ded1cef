// Generated from openapi.json by `npm run generate`. Do not edit.
export interface paths {
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sites */
        get: operations["listSites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Locations */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/racks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Racks */
        get: operations["listRacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Device types */
        get: operations["listDeviceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Device roles and the class each maps to */
        get: operations["listDeviceRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Clusters */
        get: operations["listClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tags */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Devices, filtered and sorted */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts of the devices that match */
        get: operations["deviceFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One device: status, why, gates, conditions */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Interfaces, MACs, cables, FRUs, console links, addresses */
        get: operations["getDeviceComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed and why, newest first */
        get: operations["getDeviceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The fleet at a glance */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Disagreements between the systems of record */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/findings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One finding with its evidence */
        get: operations["getFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Acknowledge a finding, or take that back */
        patch: operations["updateFinding"];
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Agents: heartbeat, version, lag */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/satellites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Satellites */
        get: operations["listSatellites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{clientId}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** An agent says that it lives */
        put: operations["putHeartbeat"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{clientId}/device-classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Device classes at the agent's sites */
        get: operations["getDeviceClassesInUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{clientId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Devices that the agent pairs with its nodes */
        get: operations["listPairingDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{clientId}/condition-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** What one walk saw */
        put: operations["putConditionReport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{clientId}/findings/{scope}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** The complete set of findings of one scope */
        put: operations["putFindingReport"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, and who was refused, newest first */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events as they happen (server-sent events, resumable by Last-Event-ID) */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who am I */
        get: operations["getSession"];
        put?: never;
        /** Log in with a one-time code */
        post: operations["createSession"];
        /** Log out */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A one-time log-in for the console */
        post: operations["createLoginLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Agent: {
            clientId: string;
            /** @enum {string} */
            kind: "netbox-agent" | "openstack-agent" | "slurm-agent" | "workflow-agent" | "health-status-agent" | "diagnostics-agent" | "temporal-worker";
            satellite: string | null;
            siteSlugs: string[];
            version: string;
            /** @enum {string} */
            state: "healthy" | "degraded" | "stale";
            stateDetail: string;
            startedAt: components["schemas"]["Instant"];
            lastHeartbeatAt: components["schemas"]["Instant"];
            clockSkewSeconds: number;
            /** @description Age of its oldest loop that should have run; null before its first success */
            lagSeconds: number | null;
            loops: components["schemas"]["AgentLoop"][];
            degraded: components["schemas"]["Degradation"][];
        };
        AgentLoop: {
            /** @description Store or loop name, such as `ironic-nodes-overcloud` */
            name: string;
            lastStartedAt: components["schemas"]["Instant"] | null;
            lastSuccessAt: components["schemas"]["Instant"] | null;
            lastDurationMs: number | null;
            intervalSeconds: number;
            objects: number | null;
            error: {
                code: string;
                detail: string;
                next: string;
                since: components["schemas"]["Instant"];
            } | null;
        };
        AgentPage: {
            items: components["schemas"]["Agent"][];
            nextCursor: string | null;
        };
        AuditEvent: {
            id: string;
            at: components["schemas"]["Instant"];
            /** @enum {string} */
            actorKind: "person" | "agent" | "anonymous";
            actorId: string;
            actorName: string;
            /** @description Operation of this API, such as `updateFinding` */
            action: string;
            targetKind: string | null;
            targetId: string | null;
            siteSlug: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            /** @description In the actor's words, or why it was refused */
            reason: string | null;
            requestId: string;
            /** @enum {string} */
            outcome: "done" | "refused" | "failed";
            /** @description Of the error catalogue; null when done */
            code: string | null;
        };
        AuditPage: {
            items: components["schemas"]["AuditEvent"][];
            nextCursor: string | null;
        };
        Because: {
            /** @constant */
            kind: "netbox";
            /** @enum {string} */
            field: "status" | "role" | "deleted";
            value: string;
        } | {
            /** @constant */
            kind: "condition";
            /** @enum {string} */
            type: "Enrolled" | "ProvisioningHealthy" | "MaintenanceClear" | "InstanceAllocated" | "InValidationPool" | "CustomerAllocated" | "CustomerReady" | "Healthy" | "SlurmReady" | "BurnInPassed" | "FirmwareCompliant" | "ImpairmentApplied" | "TopologyKnown";
            /** @enum {string} */
            status: "True" | "False" | "Unknown";
            reason: string;
            message: string;
        };
        Cluster: {
            netboxId: number;
            name: string;
            type: string | null;
            siteSlug: string | null;
            status: string;
            mirrored: boolean;
        };
        ClusterPage: {
            items: components["schemas"]["Cluster"][];
            nextCursor: string | null;
        };
        Condition: {
            /** @enum {string} */
            type: "Enrolled" | "ProvisioningHealthy" | "MaintenanceClear" | "InstanceAllocated" | "InValidationPool" | "CustomerAllocated" | "CustomerReady" | "Healthy" | "SlurmReady" | "BurnInPassed" | "FirmwareCompliant" | "ImpairmentApplied" | "TopologyKnown";
            /**
             * @description What counts: a stale condition is Unknown
             * @enum {string}
             */
            status: "True" | "False" | "Unknown";
            /** @enum {string} */
            reportedStatus: "True" | "False" | "Unknown";
            stale: boolean;
            reason: string;
            message: string;
            source: string;
            observedAt: components["schemas"]["Instant"];
            lastTransitionAt: components["schemas"]["Instant"];
            freshForSeconds: number;
            /** @description Raw facts the source saw */
            evidence: {
                [key: string]: unknown;
            };
        };
        ConditionReceipt: {
            sequence: number;
            applied: number;
            unchanged: number;
            /** @description Older than what the hub holds (I10) */
            superseded: number;
            unknownDevices: string[];
        };
        ConditionReport: {
            /** @description Store name, such as `ironic-nodes-overcloud` */
            scope: string;
            /** @enum {string} */
            mode: "full" | "delta";
            sequence: number;
            previousSequence: number;
            /** @description When the walk began */
            observedAt: components["schemas"]["Instant"];
            conditions: components["schemas"]["ReportedCondition"][];
            /** @description Devices that the scope no longer sees: their conditions age from now on */
            uncovered: string[];
            /** @default [] */
            nodes: {
                /** Format: uuid */
                deviceId: string;
                ironicNodeId: string | null;
            }[];
        };
        ConsoleLink: {
            port: string;
            server: string;
            serverDeviceId: string | null;
            serverPort: string;
        };
        Degradation: {
            subject: string;
            code: string;
            detail: string;
            next: string;
            since: components["schemas"]["Instant"];
        };
        Device: {
            /** Format: uuid */
            id: string;
            netboxId: number;
            /** @description NetBox name, or `device <netboxId>` where NetBox has none */
            name: string;
            serial: string | null;
            assetTag: string | null;
            siteSlug: string;
            location: string | null;
            rack: string | null;
            position: number | null;
            role: string;
            deviceClass: ("GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR") | null;
            deviceType: string;
            cluster: string | null;
            netboxStatus: string;
            tags: string[];
            platformClass: string | null;
            primaryIp: string | null;
            oobIp: string | null;
            /** @enum {string} */
            operational_status: "decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown";
            /** @description Why it has this status, in a sentence */
            statusSummary: string;
            alsoTrue: ("decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown")[];
            statusSince: components["schemas"]["Instant"];
            gatesMet: number;
            gatesTotal: number;
            observedAt: components["schemas"]["Instant"] | null;
            ironicNodeId: string | null;
            deletedAt: components["schemas"]["Instant"] | null;
            /** @description NetBox no longer has it, since this look; it counts as deleted once a second look, two polls later, finds the same */
            missingSince: components["schemas"]["Instant"] | null;
            version: number;
            because: components["schemas"]["Because"][];
            gates: components["schemas"]["Gate"][];
            conditions: components["schemas"]["Condition"][];
            customFields: {
                [key: string]: unknown;
            };
            configContext: {
                [key: string]: unknown;
            } | null;
            links: {
                netbox: string | null;
                ironic: string | null;
            };
            /** @description When NetBox last confirmed the row */
            mirroredAt: components["schemas"]["Instant"];
        };
        DeviceClassesInUse: {
            classes: {
                /** @enum {string} */
                class: "GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR";
                devices: number;
            }[];
            inventoryComplete: boolean;
        };
        DeviceComponents: {
            interfaces: components["schemas"]["DeviceInterface"][];
            frus: components["schemas"]["Fru"][];
            consoleLinks: components["schemas"]["ConsoleLink"][];
            prefixes: components["schemas"]["Prefix"][];
            degraded: {
                objectType: string;
                detail: string;
                since: components["schemas"]["Instant"];
            }[];
        };
        DeviceFacets: {
            total: number;
            status: {
                [key: string]: number;
            };
            site: {
                [key: string]: number;
            };
            rack: {
                [key: string]: number;
            };
            role: {
                [key: string]: number;
            };
            class: {
                [key: string]: number;
            };
            tag: {
                [key: string]: number;
            };
        };
        DeviceInterface: {
            netboxId: number;
            name: string;
            type: string;
            enabled: boolean;
            managementOnly: boolean;
            label: string;
            macs: components["schemas"]["MacAddress"][];
            addresses: string[];
            /** @enum {string} */
            cabling: "cabled" | "not-cabled" | "unknown";
            peer: {
                deviceId: string | null;
                device: string;
                port: string;
                cableId: number;
                cableStatus: string;
            } | null;
        };
        DevicePage: {
            items: components["schemas"]["DeviceSummary"][];
            nextCursor: string | null;
        };
        DeviceRole: {
            netboxId: number;
            slug: string;
            name: string;
            parent: string | null;
            deviceClass: ("GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR") | null;
        };
        DeviceRolePage: {
            items: components["schemas"]["DeviceRole"][];
            nextCursor: string | null;
        };
        DeviceSummary: {
            /** Format: uuid */
            id: string;
            netboxId: number;
            /** @description NetBox name, or `device <netboxId>` where NetBox has none */
            name: string;
            serial: string | null;
            assetTag: string | null;
            siteSlug: string;
            location: string | null;
            rack: string | null;
            position: number | null;
            role: string;
            deviceClass: ("GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR") | null;
            deviceType: string;
            cluster: string | null;
            netboxStatus: string;
            tags: string[];
            platformClass: string | null;
            primaryIp: string | null;
            oobIp: string | null;
            /** @enum {string} */
            operational_status: "decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown";
            /** @description Why it has this status, in a sentence */
            statusSummary: string;
            alsoTrue: ("decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown")[];
            statusSince: components["schemas"]["Instant"];
            gatesMet: number;
            gatesTotal: number;
            observedAt: components["schemas"]["Instant"] | null;
            ironicNodeId: string | null;
            deletedAt: components["schemas"]["Instant"] | null;
            /** @description NetBox no longer has it, since this look; it counts as deleted once a second look, two polls later, finds the same */
            missingSince: components["schemas"]["Instant"] | null;
            version: number;
        };
        DeviceType: {
            netboxId: number;
            slug: string;
            model: string;
            manufacturer: string;
            partNumber: string | null;
            heightUnits: number;
        };
        DeviceTypePage: {
            items: components["schemas"]["DeviceType"][];
            nextCursor: string | null;
        };
        Finding: {
            /** @enum {string} */
            kind: "server-without-node" | "node-with-dead-instance" | "deploying-for-deleted-server" | "allocation-left" | "provider-without-node" | "node-without-provider" | "instance-on-available-node" | "two-nodes-one-server" | "device-without-node" | "node-without-device" | "two-devices-one-node" | "two-nodes-one-device" | "serial-name-mismatch" | "unknown-provision-state" | "foreign-node" | "object-type-degraded" | "customer-ready-in-doubt";
            /** @description Stable identity within kind and scope */
            key: string;
            siteSlug: string | null;
            /** @default [] */
            deviceIds: string[];
            subject: string;
            summary: string;
            /** @description What a person may do about it */
            next: string;
            firstObservedAt: components["schemas"]["Instant"];
            observations: number;
            /** @default {} */
            evidence: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            id: string;
            source: string;
            scope: string;
            /** @enum {string} */
            state: "open" | "acknowledged" | "resolved";
            lastObservedAt: components["schemas"]["Instant"];
            resolvedAt: components["schemas"]["Instant"] | null;
            note: string | null;
            acknowledgedBy: string | null;
            devices: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            version: number;
        };
        FindingPage: {
            items: components["schemas"]["Finding"][];
            nextCursor: string | null;
        };
        FindingPatch: {
            /** @enum {string} */
            state: "open" | "acknowledged";
            note?: string | null;
        };
        FindingReport: {
            observedAt: components["schemas"]["Instant"];
            findings: components["schemas"]["ReportedFinding"][];
        };
        /** @description A field-replaceable unit, from a NetBox module */
        Fru: {
            netboxId: number;
            slot: string;
            model: string;
            manufacturer: string | null;
            partNumber: string | null;
            serial: string | null;
            status: string;
        };
        Gate: {
            /** @enum {string} */
            id: "in-service" | "enrolled" | "provisioning-healthy" | "maintenance-clear" | "free" | "no-impairment" | "healthy" | "burn-in-passed" | "firmware-compliant" | "customer-ready";
            title: string;
            /** @enum {string} */
            state: "met" | "unmet" | "unknown";
            because: string;
            remedy: string | null;
            condition: ("Enrolled" | "ProvisioningHealthy" | "MaintenanceClear" | "InstanceAllocated" | "InValidationPool" | "CustomerAllocated" | "CustomerReady" | "Healthy" | "SlurmReady" | "BurnInPassed" | "FirmwareCompliant" | "ImpairmentApplied" | "TopologyKnown") | null;
        };
        Heartbeat: {
            /** @enum {string} */
            kind: "netbox-agent" | "openstack-agent" | "slurm-agent" | "workflow-agent" | "health-status-agent" | "diagnostics-agent" | "temporal-worker";
            satellite: string | null;
            siteSlugs: string[];
            version: string;
            startedAt: components["schemas"]["Instant"];
            sentAt: components["schemas"]["Instant"];
            /** @enum {string} */
            openstackVariant?: "nova" | "standalone" | "unknown";
            loops: components["schemas"]["AgentLoop"][];
            degraded: components["schemas"]["Degradation"][];
        };
        HistoryEntry: {
            id: string;
            at: components["schemas"]["Instant"];
            /** @enum {string} */
            kind: "status" | "condition" | "inventory";
            /** @description `operational_status`, a condition type, or a NetBox field */
            subject: string;
            from: string | null;
            to: string | null;
            reason: string;
            message: string;
            source: string;
        };
        HistoryPage: {
            items: components["schemas"]["HistoryEntry"][];
            nextCursor: string | null;
        };
        /**
         * Format: date-time
         * @description RFC 3339 instant, UTC
         */
        Instant: string;
        Location: {
            netboxId: number;
            slug: string;
            name: string;
            siteSlug: string;
            parent: string | null;
            status: string;
        };
        LocationPage: {
            items: components["schemas"]["Location"][];
            nextCursor: string | null;
        };
        LoginLink: {
            /** Format: uri */
            url: string;
            expiresAt: components["schemas"]["Instant"];
        };
        MacAddress: {
            netboxId: number;
            address: string;
            primary: boolean;
        };
        Overview: {
            at: components["schemas"]["Instant"];
            /** @description Devices per operational_status */
            totals: {
                [key: string]: number;
            };
            sites: {
                siteSlug: string;
                name: string;
                total: number;
                byStatus: {
                    [key: string]: number;
                };
            }[];
            oldestUnhealthy: {
                /** Format: uuid */
                id: string;
                name: string;
                siteSlug: string;
                rack: string | null;
                /** @enum {string} */
                operational_status: "decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown";
                statusSummary: string;
                statusSince: components["schemas"]["Instant"];
            }[];
            agents: {
                total: number;
                healthy: number;
                degraded: number;
                stale: number;
            };
            staleAgents: {
                clientId: string;
                lastHeartbeatAt: components["schemas"]["Instant"] | null;
                detail: string;
            }[];
            findings: {
                open: number;
                acknowledged: number;
                byKind: {
                    [key: string]: number;
                };
            };
        };
        PairingDevice: {
            /** Format: uuid */
            id: string;
            netboxId: number;
            name: string;
            serial: string | null;
            siteSlug: string;
            /** @enum {string} */
            deviceClass: "GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR";
            netboxStatus: string;
            macs: string[];
            version: number;
        };
        PairingPage: {
            items: components["schemas"]["PairingDevice"][];
            nextCursor: string | null;
        };
        Prefix: {
            netboxId: number;
            prefix: string;
            vrf: string | null;
            status: string;
            siteSlug: string | null;
        };
        Principal: {
            /** @enum {string} */
            kind: "person" | "agent";
            id: string;
            displayName: string;
            permissions: string[];
            expiresAt: components["schemas"]["Instant"] | null;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description Stable code of the error catalogue, `FM_…` */
            code: string;
            detail?: string;
            instance?: string;
            /** @description What to do about it */
            next: string;
            requestId: string;
            errors?: {
                pointer: string;
                detail: string;
            }[];
        };
        Rack: {
            netboxId: number;
            name: string;
            siteSlug: string;
            location: string | null;
            role: string | null;
            status: string;
            heightUnits: number;
            deviceCount: number;
        };
        RackPage: {
            items: components["schemas"]["Rack"][];
            nextCursor: string | null;
        };
        ReportedCondition: {
            /** Format: uuid */
            deviceId: string;
            /** @enum {string} */
            type: "Enrolled" | "ProvisioningHealthy" | "MaintenanceClear" | "InstanceAllocated" | "InValidationPool" | "CustomerAllocated" | "CustomerReady" | "Healthy" | "SlurmReady" | "BurnInPassed" | "FirmwareCompliant" | "ImpairmentApplied" | "TopologyKnown";
            /** @enum {string} */
            status: "True" | "False" | "Unknown";
            reason: string;
            message: string;
            observedAt: components["schemas"]["Instant"];
            /** @default {} */
            evidence: {
                [key: string]: unknown;
            };
        };
        ReportedFinding: {
            /** @enum {string} */
            kind: "server-without-node" | "node-with-dead-instance" | "deploying-for-deleted-server" | "allocation-left" | "provider-without-node" | "node-without-provider" | "instance-on-available-node" | "two-nodes-one-server" | "device-without-node" | "node-without-device" | "two-devices-one-node" | "two-nodes-one-device" | "serial-name-mismatch" | "unknown-provision-state" | "foreign-node" | "object-type-degraded" | "customer-ready-in-doubt";
            /** @description Stable identity within kind and scope */
            key: string;
            siteSlug: string | null;
            /** @default [] */
            deviceIds: string[];
            subject: string;
            summary: string;
            /** @description What a person may do about it */
            next: string;
            firstObservedAt: components["schemas"]["Instant"];
            observations: number;
            /** @default {} */
            evidence: {
                [key: string]: unknown;
            };
        };
        Satellite: {
            name: string;
            siteSlugs: string[];
            /** @enum {string} */
            openstackVariant: "nova" | "standalone" | "unknown";
            agents: string[];
            lastHeartbeatAt: components["schemas"]["Instant"] | null;
        };
        SatellitePage: {
            items: components["schemas"]["Satellite"][];
            nextCursor: string | null;
        };
        Site: {
            netboxId: number;
            slug: string;
            name: string;
            status: string;
            region: string | null;
            facility: string | null;
            timeZone: string | null;
            satellites: string[];
            deviceCount: number;
            /** @enum {string} */
            openstackVariant: "nova" | "standalone" | "unknown";
        };
        SitePage: {
            items: components["schemas"]["Site"][];
            nextCursor: string | null;
        };
        Tag: {
            netboxId: number;
            slug: string;
            name: string;
            deviceCount: number;
        };
        TagPage: {
            items: components["schemas"]["Tag"][];
            nextCursor: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSites: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sites */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
                site?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Locations */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRacks: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
                site?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Racks */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RackPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeviceTypes: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device types */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceTypePage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeviceRoles: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device roles and the class each maps to */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceRolePage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClusters: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clusters */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tags */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
                site?: string[];
                rack?: string[];
                role?: string[];
                class?: ("GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR")[];
                status?: ("decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown")[];
                tag?: string[];
                cluster?: string[];
                netboxStatus?: string[];
                /** @description Such as `Enrolled=False`; a stale condition counts as Unknown */
                condition?: string[];
                /** @description Text over name, serial, asset tag, MAC and IP */
                q?: string;
                includeDeleted?: "true" | "false";
                sort?: "name" | "-name" | "status" | "-status" | "statusSince" | "-statusSince" | "rack" | "-rack" | "site" | "-site" | "role" | "-role";
            };
            header?: {
                /** @description ETag of an answer that the caller still holds: 304 says that it is good */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices, filtered and sorted */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deviceFacets: {
        parameters: {
            query?: {
                site?: string[];
                rack?: string[];
                role?: string[];
                class?: ("GPU_COMPUTE" | "CPU_BAREMETAL" | "CPU_HYPERVISOR")[];
                status?: ("decommissioned" | "unmanaged" | "offline" | "unenrolled" | "enrolling" | "failed" | "maintenance" | "quarantined" | "customer" | "allocated" | "validating" | "preparing" | "ready" | "available" | "unknown")[];
                tag?: string[];
                cluster?: string[];
                netboxStatus?: string[];
                /** @description Such as `Enrolled=False`; a stale condition counts as Unknown */
                condition?: string[];
                /** @description Text over name, serial, asset tag, MAC and IP */
                q?: string;
                includeDeleted?: "true" | "false";
            };
            header?: {
                /** @description ETag of an answer that the caller still holds: 304 says that it is good */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts of the devices that match */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceFacets"];
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of an answer that the caller still holds: 304 says that it is good */
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One device: status, why, gates, conditions */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found (`FM_NOT_FOUND`) */
            404: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeviceComponents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Interfaces, MACs, cables, FRUs, console links, addresses */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceComponents"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found (`FM_NOT_FOUND`) */
            404: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeviceHistory: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What changed and why, newest first */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found (`FM_NOT_FOUND`) */
            404: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fleet at a glance */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFindings: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
                site?: string[];
                kind?: ("server-without-node" | "node-with-dead-instance" | "deploying-for-deleted-server" | "allocation-left" | "provider-without-node" | "node-without-provider" | "instance-on-available-node" | "two-nodes-one-server" | "device-without-node" | "node-without-device" | "two-devices-one-node" | "two-nodes-one-device" | "serial-name-mismatch" | "unknown-provision-state" | "foreign-node" | "object-type-degraded" | "customer-ready-in-doubt")[];
                state?: ("open" | "acknowledged" | "resolved")[];
                device?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disagreements between the systems of record */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One finding with its evidence */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found (`FM_NOT_FOUND`) */
            404: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateFinding: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindingPatch"];
            };
        };
        responses: {
            /** @description Acknowledge a finding, or take that back */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Version of the answer */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found (`FM_NOT_FOUND`) */
            404: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description In conflict with the present state (`FM_CONFLICT`) */
            409: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Somebody changed it first (`FM_PRECONDITION_FAILED`) */
            412: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description If-Match is missing (`FM_PRECONDITION_REQUIRED`) */
            428: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Agents: heartbeat, version, lag */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSatellites: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Satellites */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SatellitePage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeviceClassesInUse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device classes at the agent's sites */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceClassesInUse"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPairingDevices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Devices that the agent pairs with its nodes */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putConditionReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionReport"];
            };
        };
        responses: {
            /** @description What one walk saw */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionReceipt"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A report before this one is missing (`FM_COVERAGE_GAP`) */
            409: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putFindingReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
                scope: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindingReport"];
            };
        };
        responses: {
            /** @description The complete set of findings of one scope */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        opened: number;
                        changed: number;
                        resolved: number;
                    };
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The address is too long (`FM_ADDRESS_TOO_LONG`) */
            414: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Opaque; the `nextCursor` of the page before */
                cursor?: string;
                actor?: string[];
                action?: string[];
                outcome?: ("done" | "refused" | "failed")[];
                site?: string[];
                /** @description Id of what was acted on */
                target?: string;
                /** @description Request id */
                request?: string;
                since?: components["schemas"]["Instant"];
                until?: components["schemas"]["Instant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who changed what, and who was refused, newest first */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`), or The cursor is not valid (`FM_INVALID_CURSOR`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                site?: string[];
                kind?: ("device.created" | "device.changed" | "device.deleted" | "status.changed" | "condition.changed" | "finding.opened" | "finding.changed" | "finding.resolved" | "agent.changed" | "inventory.changed")[];
                device?: string;
                /** @description Same as Last-Event-ID */
                after?: string;
            };
            header?: {
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events as they happen (server-sent events, resumable by Last-Event-ID) */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who am I */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Log in with a one-time code */
            200: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The one-time code is used up, expired or wrong (`FM_LOGIN_CODE_INVALID`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLoginLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A one-time log-in for the console */
            201: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
            /** @description The request is not valid (`FM_INVALID_REQUEST`) */
            400: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid credential (`FM_UNAUTHENTICATED`) */
            401: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description How to authenticate */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not permitted (`FM_FORBIDDEN`) */
            403: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too large (`FM_TOO_LARGE`) */
            413: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is of a type that is not understood (`FM_UNSUPPORTED_MEDIA_TYPE`) */
            415: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request headers are too large (`FM_HEADERS_TOO_LARGE`) */
            431: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A fault in Fleet Manager (`FM_INTERNAL`) */
            500: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`FM_UNAVAILABLE`) */
            503: {
                headers: {
                    /** @description Names this request in the log of the hub */
                    "X-Request-Id": string;
                    /** @description Seconds to wait */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
